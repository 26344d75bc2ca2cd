//! A part of the training photographs is read exactly, with the weights in the repository.
//!
//! The photographs are not in the repository. The folder `data/photos` is looked for in `NINEFOLD_SHARED`; without it
//! the test prints that it is skipped.

use std::path::Path;

use ninefold_photo::Reader;

#[test]
fn training_photographs_are_read() {
    let Some(shared) = std::env::var_os("NINEFOLD_SHARED") else {
        println!("skipped: NINEFOLD_SHARED does not name a folder with data/photos");
        return;
    };
    let mut photos: Vec<_> = std::fs::read_dir(Path::new(&shared).join("data/photos"))
        .expect("the folder of photographs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jpg"))
        .collect();
    photos.sort();
    let reader = Reader::new();
    let mut failures = Vec::new();
    let chosen: Vec<_> = photos.iter().step_by(8).collect();
    for photo in &chosen {
        let label = std::fs::read_to_string(photo.with_extension("dat")).expect("a label");
        let expected: String =
            label.lines().skip(2).take(9).flat_map(str::split_whitespace).collect::<String>().replace('0', ".");
        let found = match reader.read(&std::fs::read(photo).expect("a photograph")) {
            Ok(reading) => reading.givens().to_string(),
            Err(error) => format!("! {error}"),
        };
        if found != expected {
            failures.push(format!("{}\n  expected {expected}\n  found    {found}", photo.display()));
        }
    }
    assert!(!chosen.is_empty(), "no photographs in {}", Path::new(&shared).display());
    assert!(failures.is_empty(), "{} of {} photographs:\n{}", failures.len(), chosen.len(), failures.join("\n"));
}
