//! Simplified Chinese.

use super::{Catalogue, zh_reading};
use crate::explain::each_fish;

/// Name and idea of a fish, by kind and size.
macro_rules! fish {
    (prefix Basic) => { "" };
    (prefix Finned) => { "鳍" };
    (prefix Sashimi) => { "退化鳍" };
    (prefix Franken) => { "宫内" };
    (prefix FinnedFranken) => { "鳍宫内" };
    (prefix Mutant) => { "交叉" };
    (prefix FinnedMutant) => { "鳍交叉" };
    (ordinal 2) => { "二" };
    (ordinal $size:tt) => { fish!(number $size) };
    (number 2) => { "两" };
    (number 3) => { "三" };
    (number 4) => { "四" };
    (number 5) => { "五" };
    (number 6) => { "六" };
    (number 7) => { "七" };
    (idea Basic $size:tt) => {
        concat!(
            fish!(number $size), "行中某数字的候选数都在", fish!(number $size), "列里（或反之），这",
            fish!(number $size), "列的其余格没有这个数字。"
        )
    };
    (idea Finned $size:tt) => {
        concat!(
            fish!(number $size), "行中某数字的候选数除鱼鳍外都在", fish!(number $size),
            "列里（或反之），能看到全部鱼鳍的同列候选数可删。"
        )
    };
    (idea Sashimi $size:tt) => {
        concat!("带鳍", fish!(ordinal $size), "阶鱼，去掉鱼鳍后有一行（列）只剩一个位置，能看到全部鱼鳍的候选数可删。")
    };
    (idea Franken $size:tt) => {
        concat!(
            fish!(number $size), "个行与宫中某数字的候选数都在", fish!(number $size),
            "个列与宫里（或行列互换），后者的其余格没有这个数字。"
        )
    };
    (idea FinnedFranken $size:tt) => {
        concat!(
            fish!(number $size), "个行与宫中某数字除鱼鳍外都在", fish!(number $size),
            "个列与宫里（或行列互换），能看到全部鱼鳍的候选数可删。"
        )
    };
    (idea Mutant $size:tt) => {
        concat!(
            "任意", fish!(number $size), "个区中某数字的候选数都在另", fish!(number $size),
            "个区里，后者的其余格没有这个数字。"
        )
    };
    (idea FinnedMutant $size:tt) => {
        concat!(
            "任意", fish!(number $size), "个区中某数字除鱼鳍外都在另", fish!(number $size),
            "个区里，能看到全部鱼鳍的候选数可删。"
        )
    };
    // Last, for it matches every other two words too.
    ($kind:ident $size:tt) => {
        (concat!(fish!(prefix $kind), fish!(ordinal $size), "阶鱼"), fish!(idea $kind $size))
    };
}

pub(super) static CATALOGUE: Catalogue = Catalogue {
    tag: "zh",
    comma: "、",
    and: "和",
    clause_comma: "，",
    clause_and: "，",
    gap: "",
    found: zh_reading::found,
    expected: zh_reading::expected,
    techniques: &[
        ("full-house", "同区剩一", "一个区只剩一个空格，填入所缺的数字。"),
        ("last-digit", "同数剩一", "一个数字已填八次，只剩一个位置。"),
        ("hidden-single", "排除法", "一个数字在某区只剩一个位置，就填在那里。"),
        ("naked-single", "唯一余数", "一个单元格只剩一个候选数，就填它。"),
        ("locked-pair", "区块数对", "同行（列）又同宫的两格占用两个数字，两个区的其余格都不能有这两个数字。"),
        ("locked-triple", "区块三数组", "同行（列）又同宫的三格占用三个数字，两个区的其余格都不能有这三个数字。"),
        ("pointing", "宫区块", "某宫内一个数字只在一行（列）上，该行（列）的其余格没有这个数字。"),
        ("claiming", "行列区块", "某行（列）内一个数字只在一宫里，该宫的其余格没有这个数字。"),
        ("naked-pair", "显性数对", "一个区的两格只有相同的两个候选数，其余格没有这两个数字。"),
        ("naked-triple", "显性三数组", "一个区的三格合共只有三个候选数，其余格没有这三个数字。"),
        ("hidden-pair", "隐性数对", "一个区内两个数字只在相同的两格，这两格没有其他候选数。"),
        ("hidden-triple", "隐性三数组", "一个区内三个数字只在三格里，这三格没有其他候选数。"),
        ("naked-quadruple", "显性四数组", "一个区的四格合共只有四个候选数，其余格没有这四个数字。"),
        ("hidden-quadruple", "隐性四数组", "一个区内四个数字只在四格里，这四格没有其他候选数。"),
        (
            "remote-pair",
            "远程数对",
            "一串候选数相同的双值格依次相邻、数字交替：能看到两个相异格的单元格没有这两个数字。",
        ),
        (
            "bug-plus-1",
            "全双值格致死解法",
            "若去掉某候选数，所有格都剩两个候选数、各区各数都有两个位置，则该候选数为真。",
        ),
        ("skyscraper", "摩天楼", "两行各有两个位置，其中各一个在同一列（或反之）：另外两个位置至少一个为真。"),
        ("two-string-kite", "双线风筝", "一行和一列各有两个位置，其中各一个在同一宫：另外两个位置至少一个为真。"),
        ("dual-two-string-kite", "对偶双线风筝", "两个双线风筝共用同一宫的两格，两者的结论都成立。"),
        ("turbot-fish", "多宝鱼", "两个区各有两个位置，其中各一个同在一区：另外两个位置至少一个为真。"),
        ("empty-rectangle", "空矩形", "一宫的位置都在交叉的一行一列上，与其中一线相连的共轭对可删去另一线上的候选数。"),
        ("dual-empty-rectangle", "对偶空矩形", "同一宫的两个空矩形，两者的结论都成立。"),
        ("w-wing", "W 翼", "两个候选数相同的双值格由其中一个数字的共轭对相连：至少一格是另一个数字。"),
        ("xy-wing", "XY 翼", "枢纽格无论取哪个候选数，两个翼格之一必取它们的公共数字。"),
        ("xyz-wing", "XYZ 翼", "枢纽格无论取哪个候选数，它或两个翼格之一必取公共数字。"),
        ("wxyz-wing", "WXYZ 翼", "一行（列）与一宫的四格共有四个候选数，其中三个只能用一次：必有一格取第四个。"),
        ("uniqueness-test-1", "唯一矩形一型", "矩形三角只有两个数字，第四角不能是这两个数字。"),
        ("uniqueness-test-2", "唯一矩形二型", "同线两角有相同的第三个数字，其中一角必取它。"),
        ("uniqueness-test-3", "唯一矩形三型", "同线两角的其他候选数合成一格，与别的格组成显性数组。"),
        ("uniqueness-test-4", "唯一矩形四型", "同线两角必有其中一个数字，两角都不能取另一个。"),
        ("uniqueness-test-5", "唯一矩形五型", "对角两角或三角有相同的第三个数字，其中一角必取它。"),
        ("uniqueness-test-6", "唯一矩形六型", "矩形两行（列）中某数字只在四角，对角两角不能取它。"),
        ("hidden-rectangle", "隐性唯一矩形", "某角所在的行和列中一个数字只在矩形内，则该角不能取另一个数字。"),
        ("avoidable-rectangle-1", "可规避矩形一型", "三个非提示数的角填有两个数字，第四角不能凑成矩形。"),
        (
            "avoidable-rectangle-2",
            "可规避矩形二型",
            "两个非提示数的角已填，另两角有相同的第三个候选数，其中一角必取它。",
        ),
        ("unique-loop", "唯一环", "每区恰有两格的环不能只填两个数字，必有一格取别的数字。"),
        (
            "sue-de-coq",
            "融合式待定数组",
            "交叉的一行（列）与一宫中若干格，格数等于数字数且无数字可重复，各区的这些数字只在其中。",
        ),
        ("simple-colors-trap", "单数染色（陷阱）", "能看到两种颜色的候选数为假。"),
        ("simple-colors-wrap", "单数染色（冲突）", "同色的两格互相看到，则该颜色为假。"),
        ("multi-colors-1", "多重染色一型", "一个网络的某色看到另一网络的某色，则能看到两个相反颜色的候选数为假。"),
        ("multi-colors-2", "多重染色二型", "某色看到另一网络的两种颜色，则该颜色为假。"),
        ("x-chain", "X链", "同一数字的位置连成一条链，两端至少一真，两端都看到的候选数为假。"),
        ("xy-chain", "XY链", "双候选格连成一条链，两端至少一真，两端都看到的候选数为假。"),
        ("continuous-nice-loop", "连续环", "推理链首尾相接成环，每条链的两端恰有一真。"),
        ("discontinuous-nice-loop", "不连续环", "推理链从一个候选数推出它的反面。"),
        ("aic", "交替推理链", "推理链的两端至少一真，两端都排除的候选数为假。"),
        ("grouped-continuous-nice-loop", "区块连续环", "含区块的推理链首尾相接成环，每条链的两端恰有一真。"),
        ("grouped-discontinuous-nice-loop", "区块不连续环", "含区块的推理链从一个候选数推出它的反面。"),
        ("grouped-aic", "区块交替推理链", "含区块的推理链两端至少一真，两端都排除的候选数为假。"),
        ("als-xz", "ALS-XZ", "两个待定数组只有其一能有某数字，所以另一个被锁定，两组中都看到的数字为假。"),
        ("als-xy-wing", "ALS-XY-Wing", "两个待定数组分别与第三个共用不同的数字，两者之一被锁定。"),
        ("als-chain", "ALS-XY链", "沿着一串待定数组，首尾之一被锁定。"),
        ("als-continuous-nice-loop", "ALS连续环", "含待定数组的推理链首尾相接成环，每条链的两端恰有一真。"),
        ("als-discontinuous-nice-loop", "ALS不连续环", "含待定数组的推理链从一个候选数推出它的反面。"),
        ("als-aic", "ALS交替推理链", "含待定数组的推理链两端至少一真，两端都排除的候选数为假。"),
        ("death-blossom", "死亡绽放", "一格的每个候选数都会锁定一个待定数组，它们都排除的候选数为假。"),
        ("aligned-pair-exclusion", "对齐数对排除", "两格的所有填法中，使第三格无数可填者不成立。"),
        ("aligned-triple-exclusion", "对齐三数组排除", "三格的所有填法中，使第四格无数可填者不成立。"),
        ("sk-loop", "SK环", "两行两列周围的十六格，从这些行列及其相交的宫各取两个数字。"),
        ("junior-exocet", "初级飞鱼", "两个基础格的数字必是两个目标格的数字。"),
        ("multi-sector-locked-sets", "多区锁定集", "若干行列相交的格数等于能填它们的区数字数，这些数字不在区内别处。"),
        ("kraken-fish-1", "Kraken鱼（一型）", "要么鱼成立，要么某个鱼鳍为真，而每个鱼鳍都由一条链推出同一删减。"),
        ("kraken-fish-2", "Kraken鱼（二型）", "鱼在某个覆盖区内的候选数或鱼鳍必有一真，而每个都由一条链推出同一删减。"),
        ("forcing-chain-contradiction", "强制链（矛盾）", "由一个假设出发的几条链使某格没有候选数，或使某区没有位置。"),
        ("forcing-chain-verity", "强制链（必然）", "一格的所有候选数，或一区的所有位置，各由一条链推出同一结论。"),
        ("forcing-net-contradiction", "强制网（矛盾）", "由一个假设推出的一切不可能成立。"),
        ("forcing-net-verity", "强制网（必然）", "一格的每个候选数，或一区的每个位置，都推出同一结论。"),
        ("nested-forcing-net", "嵌套强制网", "由一个假设推出矛盾，其中某些推论要靠再作一个假设并否定它才能得到。"),
        ("template-set", "模板填数", "某数字在全盘的所有摆法都含某格，则该格填此数。"),
        ("template-delete", "模板删数", "某数字在全盘的所有摆法都不含某候选数，则该候选数为假。"),
    ],
    fish: Some(&each_fish!(fish)),
    messages: &[
        ("row", "第{number}行"),
        ("column", "第{number}列"),
        ("block", "第{number}宫"),
        ("where", "请看{houses}。"),
        ("which", "请考虑数字{digits}。"),
        ("how", "{name}：{idea}"),
        ("wrong-placement", "{cell}不是{digit}：填入它后此题无解。"),
        ("incomplete-notes", "{cell}的标注缺少{digit}：标注不完整，由此得出的步骤可能有误。"),
        ("stuck", "所用的技巧在此找不到下一步。"),
        ("solved", "此题已解完。"),
        ("so", "因此{conclusions}。"),
        ("is", "{cell}填{digit}"),
        ("is-not", "可从{cells}删去{digits}"),
        ("full-house", "{cell}是{houses}的最后一个空格，只缺{digit}。"),
        ("naked-single", "{cell}只能填{digit}：{reasons}。"),
        ("house-has", "{houses}的{cells}已有{digits}"),
        ("digits-left-out", "候选数中已没有{digits}"),
        ("last-digit", "除{houses}外，各区都已填入{digit}。"),
        ("single", "在{houses}，{digit}只能填在{cell}：{reasons}。"),
        ("digit-excludes", "{cell}的{digit}排除了{cells}"),
        ("cells-left-out", "{cells}的候选数中已没有它"),
        ("others-filled", "其余各格都已填"),
        ("intersection", "在{base}，{digit}只能在{cells}，它们也都在{cover}。"),
        ("naked-subset", "在{houses}，{cells}的候选数只有{digits}，各占一个。"),
        ("hidden-subset", "在{houses}，数字{digits}只能在{cells}，各占一格。"),
        ("fish", "{base}的{digit}都在{cover}里，两者个数相同：后者没有别的{digit}。"),
        (
            "finned-fish",
            "除{fins}外，{base}的{digit}都在{cover}里，两者个数相同：要么后者没有别的{digit}，要么例外之一为真。",
        ),
        ("siamese-fish", "{base}的{digit}除{fins}外都在{cover}里，除{other-fins}外都在{other}里：同基的两条鱼。"),
        ("wing", "枢纽{pivots}与翼格{pincers}的候选数是{digits}：无论怎么填，其中必有一格是{digit}。"),
        (
            "colouring",
            "把{first}染成一色，{second}染成另一色：沿着{digit}的共轭对两色交替，所以一色全是{digit}，另一色全不是。",
        ),
        (
            "two-colourings",
            "把{first}染成一色，{second}染成另一色：沿着{digit}的共轭对两色交替。{third}与{fourth}同样染色。每组恰有一色全是{digit}，另一色全不是。",
        ),
        ("deadly", "若{cells}只填{digits}，两数可以互换，此题便有两个解：其中必有一格取别的数字。"),
        ("deadly-helped", "若{cells}只填{digits}，两数可以互换：其中必有一格取别的数字，与{helpers}组成显性数组。"),
        ("deadly-linked", "若{cells}只填{digits}，两数可以互换，此题便有两个解；而在{houses}，{linked}没有别的位置。"),
        ("grave", "若{cell}没有{digit}，各格都剩两个候选数、各数在各区都有两个位置：这样的题无解或多解。"),
        (
            "sue-de-coq-pattern",
            "{crossing}连同{line}的{line-cells}和{block}的{block-cells}，格数等于数字{digits}的个数，且没有数字能用两次：各用一次。",
        ),
        ("templates", "考虑放置九个{digit}、每区一个的所有摆法。"),
        ("exclusion", "试遍{cells}的所有填法：有些使{witnesses}之一无数可填，其余的在某格都不含{digits}。"),
        ("chain", "{chain}：若{start}为假则{end}为真，所以两者至少一真。"),
        ("remote-pair", "{chain}：沿途两个数字交替，所以每条链的首尾两格不同。"),
        ("dual-two-string-kite", "{chain}：每条链的两端至少一真。"),
        ("dual-empty-rectangle", "{chain}：每条链的两端至少一真。"),
        ("continuous-loop", "{chain}：环首尾相接，每条链的两端恰有一真。"),
        ("loop-true", "{chain}：若{start}为假，则它又为真。"),
        ("blossom", "无论{cell}填哪个数字，都会锁定一个待定数组：{petals}。"),
        ("direct-intersection", "{base}中的{digit}只能在{cells}，因此它在{single-houses}中只剩一个位置。"),
        ("direct-subset", "{houses}中的{digits}只能在{cells}，因此{single-digit}在那里只剩一个位置。"),
        (
            "bug",
            "若没有{candidates}，则每格都有两个候选数，每区每个数字都有两个位置，解就不唯一。因此{candidates}中有一个为真。",
        ),
        (
            "bug-helped",
            "若没有{candidates}，则每格都有两个候选数，每区每个数字都有两个位置，解就不唯一。因此{candidates}中有一个为真，并与{helpers}组成数组。",
        ),
        (
            "bug-linked",
            "若没有{candidates}，则每格都有两个候选数，每区每个数字都有两个位置，解就不唯一。因此{candidates}中有一个为真，而{houses}中的{linked}只能在{cells}。",
        ),
        ("forcing-no-candidate", "{branches}：这样{cell}就没有候选数了。"),
        ("forcing-no-place", "{branches}：这样{houses}就没有{digit}的位置了。"),
        ("forcing-both", "{branches}：这样{candidates}既真又假。"),
        ("forcing-cell", "{cell}的每个候选数都推出同一结论：{branches}。"),
        ("forcing-house", "{houses}中{digit}的每个位置都推出同一结论：{branches}。"),
        ("forcing-either", "无论{candidate}为真为假，结论相同：{branches}。"),
        ("kraken-fins", "除{fins}外，{base}的{digit}都在{cover}里，两者个数相同；每个例外又推出同一结论：{branches}。"),
        (
            "kraken-cover",
            "{base}的{digit}需要{cover}，其中在{houses}内的或例外必有一真，每个都推出同一结论：{branches}。",
        ),
        ("locked-sectors", "{cells}共{count}格，其候选数都在同样多的区数字里（{sectors}）：这些数字不在区内别处。"),
        ("exocet", "{base}的数字{digits}在{houses}上的位置有限，必填入{cells}。"),
        ("if-then", "若{premises}，则{consequence}：{reason}。"),
        ("then", "于是{consequence}：{reason}。"),
        ("cell-is", "{cells}是{digit}"),
        ("cell-is-not", "{cells}不是{digit}"),
        ("one-is", "{cells}之一是{digit}"),
        ("none-is", "{cells}都不是{digit}"),
        ("because-cell", "{cells}没有别的候选数"),
        ("because-one-digit", "{cells}只能填一个数字"),
        ("because-house", "{houses}没有{digit}的别的位置"),
        ("because-once", "{houses}只有一个{digit}"),
        ("because-set", "待定数组{cells}此时含有{digits}"),
        ("because-locked", "{houses}中{digit}剩下的位置都排除{cells}"),
        ("because-naked", "此时{cells}只剩{digits}"),
        ("because-hidden", "此时{houses}中的{digits}只能填在{cells}"),
        ("because-fish", "此时{base}的{digit}都在{cover}中"),
        ("because-lemma", "见引理{name}"),
        ("line-lemma", "引理{name}："),
        ("line-either", "因此{first}，或者{last}。"),
        ("line-loop", "环首尾相接：每条链的两端恰有一真。"),
        ("line-opposite", "因此{first}：假设推出了它的反面。"),
        ("line-cell", "{cell}是{digits}之一。"),
        ("line-house", "在{houses}，{digit}在{cells}之一。"),
        ("line-either-way", "{candidates}或真或假。"),
        ("line-fish-or-fin", "要么鱼成立，要么{cells}之一是{digit}。"),
        ("line-one-of", "{cells}之一是{digit}。"),
        ("line-petal", "若{cell}是{digit}，则{cells}含有{digits}。"),
        ("line-suppose", "假设{supposed}。"),
        ("line-no-candidate", "{cell}没有候选数了：矛盾。"),
        ("line-no-place", "{houses}没有{digit}的位置了：矛盾。"),
        ("line-both", "{candidates}既真又假：矛盾。"),
        ("line-refuted", "因此假设不成立。"),
        ("line-same", "各种情形的结论相同。"),
        ("loop-false", "{chain}：若{start}为真，则它又为假。"),
    ],
};
