"""Trains the digit network and writes its weights.

    python train.py DATA OUT [--start WEIGHTS] [--fold I] [--share S] [--steps N] [--batch N] [--seed N] [--device cuda]

DATA holds the cells of the rendered pages and of the photographs, as gather.py writes them. Without --start the network
learns from the rendered pages alone. With --start it goes on from there, with the photographs among the pages: all of
them, or with --fold those outside fold I of five (photographs of one puzzle are always in the same fold), or a part of
these, whole puzzles at a time. OUT receives the weights as the crate reads them, OUT.pt the ones to go on from.
At the end the cells of the photographs that training did not see are classified, each alone, and the errors counted.
"""

import argparse
import struct
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 20
OTHER = 10
SIDE = 32
FOLDS = 5


class Network(nn.Module):
    def __init__(self, widths=(16, 24, 48), hidden=64):
        super().__init__()
        a, b, c = widths
        self.convs = nn.ModuleList(
            [nn.Conv2d(1, a, 5, stride=2, padding=2), nn.Conv2d(a, b, 3, padding=1), nn.Conv2d(b, c, 3, padding=1)]
        )
        self.norms = nn.ModuleList([nn.BatchNorm2d(a), nn.BatchNorm2d(b), nn.BatchNorm2d(c)])
        self.hidden = nn.Linear(c * 16, hidden)
        self.hidden_norm = nn.BatchNorm1d(hidden)
        self.out = nn.Linear(hidden, CLASSES)
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        x = F.relu(self.norms[0](self.convs[0](x)))
        x = F.max_pool2d(F.relu(self.norms[1](self.convs[1](x))), 2)
        x = F.max_pool2d(F.relu(self.norms[2](self.convs[2](x))), 2)
        # Channels last: the order in which the inference reads them.
        x = x.permute(0, 2, 3, 1).flatten(1)
        x = F.relu(self.hidden_norm(self.hidden(self.drop(x))))
        return self.out(self.drop(x))


def folded(layer, norm):
    """The weights and biases of a layer with its normalisation folded in."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = layer.weight * scale.reshape(-1, *[1] * (layer.weight.dim() - 1))
    return weight, (layer.bias - norm.running_mean) * scale + norm.bias


def save(network, path):
    """Layer by layer: a scale and a bias for each output (f32), then the weights as bytes, one scale an output.

    A convolution's weights are ordered by row, column, input, output, those of a dense layer by input, output.
    """
    layers = [folded(c, n) for c, n in zip(network.convs, network.norms)]
    layers.append(folded(network.hidden, network.hidden_norm))
    layers.append((network.out.weight, network.out.bias))
    data = b"NFD1" + struct.pack("<5H", *[weight.shape[0] for weight, _ in layers])
    for weight, bias in layers:
        weight, bias = weight.detach().cpu().double().numpy(), bias.detach().cpu().numpy()
        scale = np.abs(weight).reshape(len(weight), -1).max(1) / 127
        levels = np.round(weight / scale.reshape(-1, *[1] * (weight.ndim - 1))).astype(np.int8)
        order = (2, 3, 1, 0) if levels.ndim == 4 else (1, 0)
        data += scale.astype("<f4").tobytes() + bias.astype("<f4").tobytes() + levels.transpose(order).tobytes()
    Path(path).write_bytes(data)


def augmented(patches, labels, generator):
    """Patches as ink, displaced, turned, blurred and made noisy at random; some become something else."""
    device = patches.device
    count = len(patches)

    def normal(*shape):
        return torch.randn(*shape, generator=generator, device=device)

    def uniform(*shape):
        return torch.rand(*shape, generator=generator, device=device)

    x = patches.float().div(127.5).sub(0.5).reshape(count, 1, SIDE, SIDE)
    labels = labels.clone()
    # A digit on its side, or a 3, 4 or 7 upside down, is something else: that is how the reader finds the top.
    digit = labels % 10
    written = (digit > 0) & (labels != OTHER)
    choice = uniform(count)
    for quarters, low, high in ((1, 0.0, 0.04), (3, 0.04, 0.08), (2, 0.08, 0.12)):
        chosen = written & (choice >= low) & (choice < high)
        if quarters == 2:
            chosen &= (digit == 3) | (digit == 4) | (digit == 7)
        x[chosen] = torch.rot90(x[chosen], quarters, (2, 3))
        labels[chosen] = OTHER
    # Half of one cell and half of the next.
    chosen = (choice > 0.985) & (labels != 0)
    other = torch.roll(x, 1, 0)
    halves = torch.cat([x[..., SIDE // 2 :], other[..., : SIDE // 2]], 3)
    upright = uniform(count) < 0.5
    x = torch.where((chosen & upright)[:, None, None, None], halves, x)
    halves = torch.cat([x[..., SIDE // 2 :, :], other[..., : SIDE // 2, :]], 2)
    x = torch.where((chosen & ~upright)[:, None, None, None], halves, x)
    labels[chosen] = OTHER
    # Displacement, size, turn and slant.
    angle = normal(count) * 0.06
    size = torch.exp(normal(count) * 0.06)
    aspect = torch.exp(normal(count) * 0.03)
    slant = normal(count) * 0.05
    theta = torch.zeros(count, 2, 3, device=device)
    theta[:, 0, 0] = torch.cos(angle) * size * aspect
    theta[:, 0, 1] = -torch.sin(angle) * size + slant
    theta[:, 1, 0] = torch.sin(angle) * size
    theta[:, 1, 1] = torch.cos(angle) * size / aspect
    theta[:, :, 2] = (normal(count, 2) * 0.06).clamp(-0.16, 0.16)
    x = F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), padding_mode="border", align_corners=False)
    # Blur: a three by three binomial, once or twice, on some.
    kernel = torch.tensor([1.0, 2.0, 1.0], device=device)
    kernel = (kernel[:, None] * kernel[None]).reshape(1, 1, 3, 3) / 16
    for share in (0.3, 0.15):
        soft = F.conv2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), kernel)
        x = torch.where((uniform(count) < share)[:, None, None, None], soft, x)
    # Ink and noise.
    shape = (count, 1, 1, 1)
    x = x * torch.exp(normal(*shape) * 0.2) + normal(*shape) * 0.04
    x = x + normal(*x.shape) * uniform(*shape) * 0.08
    x = x.clamp(-0.5, 1.5)
    x = x.add(0.5).mul(127.5).floor().div(127.5).sub(0.5)
    return x, labels


def folds(puzzles, count):
    """The fold of each photograph: those of one puzzle together, the folds of about equal size."""
    sizes, of_puzzle = [0] * count, {}
    for puzzle in sorted(set(puzzles), key=lambda p: (-puzzles.count(p), p)):
        fold = sizes.index(min(sizes))
        of_puzzle[puzzle] = fold
        sizes[fold] += puzzles.count(puzzle)
    return np.array([of_puzzle[puzzle] for puzzle in puzzles])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--start")
    parser.add_argument("--fold", type=int)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=384)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--widths", default="16,24,48,64")
    arguments = parser.parse_args()
    device = arguments.device
    # Small batches gain little from a second thread.
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    generator = torch.Generator(device).manual_seed(arguments.seed)
    random = np.random.default_rng(arguments.seed)
    data = np.load(arguments.data)
    pages = torch.from_numpy(data["pages"]).to(device)
    page_labels = torch.from_numpy(data["page_labels"].astype(np.int64)).to(device)
    chosen = np.full(len(data["photos"]), arguments.start is not None)
    unseen = ~chosen
    if arguments.fold is not None:
        unseen = folds(list(data["puzzles"]), FOLDS) == arguments.fold
        chosen &= ~unseen
    if arguments.share < 1:
        puzzles = sorted(set(data["puzzles"][chosen]))
        random.shuffle(puzzles)
        chosen &= np.isin(data["puzzles"], puzzles[: round(len(puzzles) * arguments.share)])

    def cells_of(chosen):
        patches = torch.from_numpy(data["photos"][chosen].reshape(-1, SIDE * SIDE)).to(device)
        return patches, torch.from_numpy(data["photo_labels"][chosen].reshape(-1).astype(np.int64)).to(device)

    photos, photo_labels = cells_of(chosen)
    print(f"{len(pages)} cells of pages, {chosen.sum()} photographs", flush=True)
    *widths, hidden = map(int, arguments.widths.split(","))
    network = Network(widths, hidden).to(device, memory_format=torch.channels_last)
    if arguments.start:
        network.load_state_dict(torch.load(f"{arguments.start}.pt", map_location=device))
    # A third of the cells of photographs are empty ones, as among those of the pages.
    photo_batch = arguments.batch // 3 if len(photos) else 0
    batch = arguments.batch - photo_batch
    filled, empty = torch.nonzero(photo_labels != 0).flatten(), torch.nonzero(photo_labels == 0).flatten()

    def draw(of, count):
        return of[torch.randint(len(of), (count,), generator=generator, device=device)]

    rate = 1e-3 if arguments.start else 4e-3
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=arguments.steps, pct_start=0.15)
    network.train()
    start, total, right, report = time.time(), torch.zeros((), device=device), torch.zeros((), device=device), 100
    for step in range(1, arguments.steps + 1):
        index = torch.randint(len(pages), (batch,), generator=generator, device=device)
        x, y = pages[index], page_labels[index]
        if photo_batch:
            index = torch.cat([draw(filled, photo_batch * 2 // 3), draw(empty, photo_batch // 3)])
            x, y = torch.cat([x, photos[index]]), torch.cat([y, photo_labels[index]])
        x, y = augmented(x, y, generator)
        scores = network(x.contiguous(memory_format=torch.channels_last))
        loss = F.cross_entropy(scores, y, label_smoothing=0.01)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.detach() / report
        right += (scores.argmax(1) == y).float().mean() / report
        if step % report == 0:
            print(f"step {step}: loss {total:.4f}, right {right:.4f}, {time.time() - start:.0f} s", flush=True)
            total.zero_()
            right.zero_()
    network.eval()
    if unseen.any():
        patches, labels = cells_of(unseen)
        with torch.no_grad():
            scores = network(patches.float().div(127.5).sub(0.5).reshape(-1, 1, SIDE, SIDE))
        # Only printed digits are givens.
        found = scores.argmax(1)
        found[found >= OTHER] = 0
        wrong = (found != labels).sum().item()
        loss = F.cross_entropy(scores, labels).item()
        print(f"unseen photographs: {wrong} of {len(labels)} cells wrong, loss {loss:.5f}")
    save(network, arguments.out)
    torch.save(network.state_dict(), f"{arguments.out}.pt")


if __name__ == "__main__":
    main()
