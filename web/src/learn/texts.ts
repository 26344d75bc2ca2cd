/** What each lesson says: a name, a line for the list, and the idea in three sentences. */

import type { LessonId } from './progress'

export interface LessonText {
  readonly name: string
  readonly short: string
  /** Three sentences: what to see, why it is true, how to find it. */
  readonly idea: readonly [string, string, string]
}

interface LessonTexts {
  /** Slugs of the techniques it teaches; exercises use all of them. */
  readonly techniques: readonly string[]
  readonly en: LessonText
  readonly zh: LessonText
}

export const TEXTS: Readonly<Record<LessonId, LessonTexts>> = {
  singles: {
    techniques: ['full-house', 'naked-single'],
    en: {
      name: 'Naked singles',
      short: 'One digit is left for a cell',
      idea: [
        'A cell sees every digit but one in its row, column and box.',
        'The missing digit must go there, because each of the others would be in a house twice.',
        'Look at cells whose row, column and box are already well filled.',
      ],
    },
    zh: {
      name: '唯余数',
      short: '一格只剩一个数可填',
      idea: ['一个空格所在的行、列、宫里，已经出现了八个不同的数。', '其余各数填入此格都会重复，所以只能填剩下的那个数。', '先看行、列、宫都填得较满的空格。'],
    },
  },
  'hidden-singles': {
    techniques: ['hidden-single', 'last-digit'],
    en: {
      name: 'Hidden singles',
      short: 'One place is left for a digit',
      idea: [
        'In a row, column or box, only one cell can still take a certain digit.',
        'The digit must be somewhere in that house, so it goes into that cell, whatever else the cell could be.',
        'Take a digit that is on the board often and follow the lines it blocks into each box.',
      ],
    },
    zh: {
      name: '排除法',
      short: '一个数只剩一个位置',
      idea: ['在某行、某列或某宫里，只有一格还能填某个数。', '这个数必须出现在该区域里，所以就填在这一格。', '挑一个出现次数多的数，看它在每个宫里排除了哪些格。'],
    },
  },
  locked: {
    techniques: ['pointing', 'claiming'],
    en: {
      name: 'Locked candidates',
      short: 'Where a box and a line meet',
      idea: [
        'In a box, all places for a digit are in one row or column; or in a row or column, all are in one box.',
        'The digit will be in one of these cells, so it cannot be anywhere else in the other house.',
        'Go through the boxes digit by digit and watch for places that line up.',
      ],
    },
    zh: {
      name: '区块',
      short: '宫与行列相交之处',
      idea: ['某个数在一宫里的位置都在同一行或同一列；或者它在一行（列）里的位置都在同一宫。', '这个数必在这几格之中，所以另一个区域的其余格不能填它。', '逐宫逐数地看，留意排成一线的位置。'],
    },
  },
  'naked-subsets': {
    techniques: ['locked-pair', 'naked-pair', 'locked-triple', 'naked-triple', 'naked-quadruple'],
    en: {
      name: 'Naked pairs and triples',
      short: 'Two cells for two digits',
      idea: [
        'Two cells of a house have the same two candidates; or three cells have three digits between them.',
        'These cells use up these digits, so no other cell of the house can have them.',
        'Look for cells with two candidates, then for a partner in the same house.',
      ],
    },
    zh: {
      name: '数对与三数组',
      short: '两格占两数',
      idea: ['一个区域里有两格的候选数是相同的两个数；或者三格合起来只有三个数。', '这几格恰好用掉这几个数，所以该区域的其余格不能再填它们。', '先找只有两个候选数的格，再在同一区域里找它的同伴。'],
    },
  },
  'hidden-subsets': {
    techniques: ['hidden-pair', 'hidden-triple', 'hidden-quadruple'],
    en: {
      name: 'Hidden pairs and triples',
      short: 'Two digits for two cells',
      idea: [
        'In a house, two digits have only the same two cells left; or three digits have three cells.',
        'These cells must hold these digits, so every other candidate in them can go.',
        'Count the places of each digit in a house and compare digits with two or three places.',
      ],
    },
    zh: {
      name: '隐性数对与三数组',
      short: '两数占两格',
      idea: ['在一个区域里，两个数只能填在相同的两格；或者三个数只能填在三格。', '这几格必须填这几个数，所以格里的其余候选数都可以删去。', '数一数每个数在区域里的位置，比较只有两三个位置的数。'],
    },
  },
  'x-wing': {
    techniques: ['x-wing'],
    en: {
      name: 'X-Wing',
      short: 'Two rows, two columns, one digit',
      idea: [
        'In two rows a digit can only be in the same two columns; or in two columns in the same two rows.',
        'Each row takes one of the columns, so both columns are used up, and the digit goes from their other cells.',
        'Look for rows in which a digit has exactly two places, and compare them.',
      ],
    },
    zh: {
      name: '二阶鱼（X-Wing）',
      short: '两行两列一个数',
      idea: ['某个数在两行里都只能填在相同的两列；或者在两列里都只能填在相同的两行。', '两行各占一列，两列就都用掉了，所以这两列的其余格不能填它。', '找出某个数恰有两个位置的行，互相比较。'],
    },
  },
  swordfish: {
    techniques: ['swordfish', 'jellyfish'],
    en: {
      name: 'Swordfish and Jellyfish',
      short: 'The X-Wing with three or four lines',
      idea: [
        'In three rows a digit only has places in three columns; not every row needs all three.',
        'The three rows use up the three columns, so the digit goes from the other cells of these columns. A Jellyfish has four of each.',
        'Collect rows with two or three places for the digit, and see whether three of them share their columns.',
      ],
    },
    zh: {
      name: '三阶鱼与四阶鱼',
      short: '三行或四行的鱼',
      idea: ['某个数在三行里的位置合起来只在三列；每行不必三列都有。', '三行用掉三列，所以这三列的其余格不能填它。四阶鱼则是四行四列。', '找出这个数有两三个位置的行，看其中三行是否共用三列。'],
    },
  },
  skyscraper: {
    techniques: ['skyscraper'],
    en: {
      name: 'Skyscraper',
      short: 'Two lines with one end in common',
      idea: [
        'In two rows a digit has exactly two places, and two of these, one in each row, are in the same column.',
        'That column takes the digit only once, so at least one of the other two places is true. What both of them see cannot be the digit.',
        'It is an X-Wing with one corner moved: look at near misses.',
      ],
    },
    zh: {
      name: '摩天楼',
      short: '两条线，一端对齐',
      idea: ['某个数在两行里各恰有两个位置，其中一端在同一列。', '同一列只能有一个，所以另外两端至少一个为真；两端都能看到的格不能填它。', '它像是错开一角的二阶鱼，多看差一点的二阶鱼。'],
    },
  },
  kite: {
    techniques: ['two-string-kite', 'dual-two-string-kite'],
    en: {
      name: '2-String Kite',
      short: 'A row and a column, tied in a box',
      idea: [
        'A digit has two places in a row and two in a column, and one place of each is in the same box.',
        'The box takes the digit only once, so at least one of the two loose ends is true. The cell that sees both ends cannot be the digit.',
        'Look for a box that ties a row and a column with two places each.',
      ],
    },
    zh: {
      name: '双线风筝',
      short: '一行一列，在宫里相连',
      idea: ['某个数在一行有两个位置，在一列也有两个位置，各有一个位于同一宫。', '同一宫只能有一个，所以另外两端至少一个为真；两端都能看到的格不能填它。', '找一个宫，把各有两个位置的一行和一列连起来。'],
    },
  },
  'empty-rectangle': {
    techniques: ['empty-rectangle', 'dual-empty-rectangle'],
    en: {
      name: 'Empty Rectangle',
      short: 'A cross in a box and a pair outside',
      idea: [
        'In a box, all places for a digit are in one row and one column that cross; outside there is a line with two places for it.',
        'If one end of that line is false, the other is true and pushes the digit through the box onto the crossing line.',
        'Look for boxes whose places for a digit form a cross, and for a pair in line with it.',
      ],
    },
    zh: {
      name: '空矩形',
      short: '宫内十字与宫外一对',
      idea: ['某个数在一宫里的位置都在相交的一行和一列上；宫外另有一条线上它恰有两个位置。', '这条线的一端为假，另一端就为真，并把这个数从宫里推到相交的另一条线上。', '找位置排成十字的宫，再找与它对齐的一对。'],
    },
  },
  'xy-wing': {
    techniques: ['xy-wing'],
    en: {
      name: 'XY-Wing',
      short: 'Three cells with two candidates each',
      idea: [
        'A cell has candidates X and Y; it sees a cell with X and Z and another with Y and Z.',
        'Whichever of X and Y is true, one of the two wings becomes Z. What both wings see cannot be Z.',
        'Start from a cell with two candidates and look for wings that share one of them each.',
      ],
    },
    zh: {
      name: 'XY-Wing',
      short: '三个双值格',
      idea: ['枢纽格有候选数X和Y，它能看到一个XZ格和一个YZ格。', '枢纽无论是X还是Y，两翼之一必为Z；两翼都能看到的格不能填Z。', '从一个双值格出发，找各与它共一个数的两翼。'],
    },
  },
  'xyz-wing': {
    techniques: ['xyz-wing'],
    en: {
      name: 'XYZ-Wing',
      short: 'The pivot has all three digits',
      idea: [
        'As in an XY-Wing, but the pivot has Z as well: XYZ, with wings XZ and YZ.',
        'One of the three cells is Z in any case. What sees all three cells cannot be Z.',
        'The cells that lose Z are in the box of the pivot, so look there.',
      ],
    },
    zh: {
      name: 'XYZ-Wing',
      short: '枢纽含三个数',
      idea: ['与 XY-Wing 相似，但枢纽格是XYZ，两翼是XZ和YZ。', '三格之中必有一个是Z；同时看到三格的格不能填Z。', '能删Z的格总在枢纽所在的宫里。'],
    },
  },
  'w-wing': {
    techniques: ['w-wing'],
    en: {
      name: 'W-Wing',
      short: 'Two equal pairs and a link between them',
      idea: [
        'Two cells that do not see each other have the same two candidates, X and Y; a line elsewhere has X in only two places, one seen by each cell.',
        'X is in one of these two places, so one of the two cells is not X and therefore Y. What both cells see cannot be Y.',
        'Look for equal pairs of candidates far apart, then for the line that joins them.',
      ],
    },
    zh: {
      name: 'W-Wing',
      short: '两个相同的双值格',
      idea: ['两个互相看不到的格都是XY；另有一条线上X恰有两个位置，各被其中一格看到。', 'X必在这两个位置之一，所以两格中至少一个不是X而是Y；两格都能看到的格不能填Y。', '先找相隔较远的相同双值格，再找连接它们的线。'],
    },
  },
  'unique-rectangle': {
    techniques: ['uniqueness-test-1', 'uniqueness-test-2', 'uniqueness-test-3', 'uniqueness-test-4', 'uniqueness-test-5', 'uniqueness-test-6', 'hidden-rectangle', 'avoidable-rectangle-1', 'avoidable-rectangle-2'],
    en: {
      name: 'Unique rectangles',
      short: 'A puzzle has only one solution',
      idea: [
        'Four cells in two rows, two columns and two boxes have the same two candidates.',
        'If nothing else were left for them, the two digits could be swapped and the puzzle would have two solutions. So something else must be true.',
        'Look for three corners with the same pair: the fourth corner then cannot be either digit.',
      ],
    },
    zh: {
      name: '唯一矩形',
      short: '题目只有一个解',
      idea: ['两行、两列、两宫相交的四格有相同的两个候选数。', '如果四格只剩这两个数，两数互换就有两个解；既然题目是唯一解，必有别的数为真。', '找三个角都是同一数对的矩形：第四个角就不能是这两个数。'],
    },
  },
  bug: {
    techniques: ['bug-plus-1'],
    en: {
      name: 'BUG + 1',
      short: 'All cells have two candidates but one',
      idea: [
        'Every unsolved cell has two candidates except one, which has three.',
        'With two everywhere the puzzle would have several solutions or none, so the extra digit must be the true one.',
        'Near the end, count: the extra digit is the one that is three times in its row, column and box.',
      ],
    },
    zh: {
      name: 'BUG+1',
      short: '只有一格多出候选数',
      idea: ['所有空格都有两个候选数，只有一格有三个。', '如果处处只有两个，题目就会多解或无解，所以多出来的那个数必为真。', '快结束时数一数：多出的数在它的行、列、宫里各出现三次。'],
    },
  },
  colouring: {
    techniques: ['simple-colors-trap', 'simple-colors-wrap', 'multi-colors-1', 'multi-colors-2'],
    en: {
      name: 'Simple colouring',
      short: 'Two colours, one of them true',
      idea: [
        'Link the places of a digit wherever a house has only two of them, and give them two colours in turn.',
        'All places of one colour are true and all of the other false. A place that sees both colours is false; a colour that meets itself in a house is false.',
        'Choose a digit with many houses in which it has exactly two places.',
      ],
    },
    zh: {
      name: '染色法',
      short: '两种颜色，一真一假',
      idea: ['凡是某个数在区域里只有两个位置，就把它们相连，并交替染成两种颜色。', '一种颜色全真，另一种全假：看到两种颜色的位置为假；同色在一个区域里相遇，则该色为假。', '选一个在许多区域里恰有两个位置的数。'],
    },
  },
  'finned-fish': {
    techniques: ['finned-x-wing', 'sashimi-x-wing', 'finned-swordfish', 'sashimi-swordfish', 'finned-jellyfish', 'sashimi-jellyfish'],
    en: {
      name: 'Finned fish',
      short: 'A fish with places too many',
      idea: [
        'A fish would be complete but for one or more extra places, the fins, all in one box.',
        'Either the fish is true or a fin is. What the fish removes and every fin sees as well is false in both cases.',
        'When an X-Wing or Swordfish just fails, look at the box in which it fails.',
      ],
    },
    zh: {
      name: '鳍鱼',
      short: '多出几个位置的鱼',
      idea: ['一条鱼本来成立，只是多出一个或几个位置，都在同一宫里，称为鳍。', '要么鱼成立，要么某个鳍为真；鱼能删、又被所有鳍看到的位置，两种情况下都为假。', '二阶鱼或三阶鱼差一点成立时，看它出问题的那个宫。'],
    },
  },
  'remote-pair': {
    techniques: ['remote-pair'],
    en: {
      name: 'Remote pairs',
      short: 'A chain of equal pairs',
      idea: [
        'Cells with the same two candidates form a chain in which each sees the next.',
        'The digits alternate along the chain, so two cells an odd number of steps apart hold both digits. What sees both cannot be either.',
        'Look for four or more cells with the same pair.',
      ],
    },
    zh: {
      name: '远程数对',
      short: '同一数对连成链',
      idea: ['有相同两个候选数的格连成一条链，相邻两格互相可见。', '两数沿链交替，所以相隔奇数步的两格恰好一格一个；同时看到它们的格两数都不能填。', '找四个或更多相同的双值格。'],
    },
  },
  'x-chain': {
    techniques: ['x-chain', 'turbot-fish'],
    en: {
      name: 'X-Chains',
      short: 'One digit from end to end',
      idea: [
        'Places of one digit are joined by links: strong where a house has only two, weak where two merely see each other, in turn.',
        'A chain that begins and ends with a strong link has at least one true end. What sees both ends is false.',
        'Skyscraper and kite are the shortest ones; go on where they fail.',
      ],
    },
    zh: {
      name: 'X链',
      short: '一个数从头到尾',
      idea: ['同一个数的位置用链相连：区域里恰有两个位置是强链，仅互相可见是弱链，两者交替。', '以强链开始、以强链结束的链，两端至少一真；看到两端的位置为假。', '摩天楼和双线风筝是最短的X链，从它们延伸出去找。'],
    },
  },
  'xy-chain': {
    techniques: ['xy-chain'],
    en: {
      name: 'XY-Chains',
      short: 'From pair to pair',
      idea: [
        'Cells with two candidates follow each other, each sharing one digit with the next; the first and the last share a digit too.',
        'If the first cell is not that digit, the chain makes the last one it. One of the ends is true, so what sees both is false.',
        'Start at a cell with two candidates and follow the digit that is pushed from cell to cell.',
      ],
    },
    zh: {
      name: 'XY链',
      short: '从双值格到双值格',
      idea: ['双值格一个接一个，相邻两格共有一个数，首尾两格也共有一个数。', '首格若不是那个数，沿链推下去尾格就是它；两端至少一真，看到两端的格不能填它。', '从一个双值格出发，跟着被推出来的数走。'],
    },
  },
  chains: {
    techniques: ['discontinuous-nice-loop', 'continuous-nice-loop', 'aic', 'grouped-discontinuous-nice-loop', 'grouped-continuous-nice-loop', 'grouped-aic'],
    en: {
      name: 'Alternating chains',
      short: 'Strong and weak links, any digits',
      idea: [
        'Candidates are joined by strong links, of which at least one end is true, and weak links, of which at most one is, in turn.',
        'A chain between two strong links says that one of its ends is true. What contradicts both ends is false.',
        'Collect strong links first: houses with two places for a digit, and cells with two candidates.',
      ],
    },
    zh: {
      name: '交替推理链（AIC）',
      short: '强弱相间，不限数字',
      idea: ['候选数用强链（至少一真）和弱链（不同真）交替相连。', '首尾都是强链的链，两端至少一真；与两端都矛盾的候选数为假。', '先收集强链：恰有两个位置的区域，和恰有两个候选数的格。'],
    },
  },
  'als-xz': {
    techniques: ['als-xz'],
    en: {
      name: 'ALS-XZ',
      short: 'Two almost locked sets',
      idea: [
        'An almost locked set is a group of cells in a house with one candidate more than cells. Two of them share a digit X whose places all see each other.',
        'X can be true in only one of the sets; the other is then locked and holds Z. So Z is in one of them, and goes where it sees all of theirs.',
        'Cells with two candidates are the smallest sets: start with one of them.',
      ],
    },
    zh: {
      name: 'ALS-XZ',
      short: '两个待定数组',
      idea: ['待定数组（ALS）是一个区域里候选数比格数多一个的几格。两个数组共有数X，且它们的X互相可见。', 'X只能在一个数组里为真，另一个就被锁定并含有Z；所以Z必在其中之一，看到两边所有Z的格不能填Z。', '双值格是最小的待定数组，从它开始找。'],
    },
  },
  'als-wing': {
    techniques: ['als-xy-wing', 'als-chain', 'death-blossom'],
    en: {
      name: 'ALS-XY-Wing and Death Blossom',
      short: 'Three or more almost locked sets',
      idea: [
        'Three almost locked sets follow each other like the cells of an XY-Wing; in a Death Blossom a cell has a set for each of its candidates.',
        'Whatever is true in the middle locks one of the outer sets, which then holds Z. What sees all their places for Z cannot be Z.',
        'First find the middle: a small set that shares a digit with two others.',
      ],
    },
    zh: {
      name: 'ALS-XY-Wing 与死亡绽放',
      short: '三个以上的待定数组',
      idea: ['三个待定数组像 XY-Wing 的三格那样相连；死亡绽放则是一格的每个候选数各连一个数组。', '中间无论取哪个数，总有一个外侧数组被锁定并含有Z；看到所有这些Z的格不能填Z。', '先找中间：与另外两个数组各共一个数的小数组。'],
    },
  },
  'sue-de-coq': {
    techniques: ['sue-de-coq'],
    en: {
      name: 'Sue de Coq',
      short: 'Where a line and a box share their digits out',
      idea: [
        'Two or three cells that a line and a box share have two or more candidates more than cells; one set in the line and one in the box take those digits up.',
        'The digits are shared out exactly, so each goes from the rest of its line or of its box.',
        'Look at crossings with four or five digits, and for cells with two of these digits on either side.',
      ],
    },
    zh: {
      name: '融合待定数组（Sue de Coq）',
      short: '行列与宫分配数字',
      idea: ['行（列）与宫相交的两三格，候选数比格数多两个以上；行列里和宫里各有一组格正好分走这些数。', '这些数被恰好分完，所以各自从所在行列或宫的其余格里删去。', '看含四五个数的相交处，再在两边找只含其中两个数的格。'],
    },
  },
}
