/**
 * Puzzles to start from, easiest first. All are well known; the level is that of the path the engine finds.
 */

import type { Level } from './engine'

export interface Entry {
  readonly puzzle: string
  readonly level: Level
  readonly name: Readonly<Record<'en' | 'zh', string>>
  readonly note: Readonly<Record<'en' | 'zh', string>>
}

export const GALLERY: readonly Entry[] = [
  {
    puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
    level: 'easy',
    name: { en: 'A first puzzle', zh: '第一题' },
    note: { en: 'Singles all the way', zh: '只用唯一数' },
  },
  {
    puzzle: '..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..',
    level: 'easy',
    name: { en: 'Open and even', zh: '开阔匀称' },
    note: { en: 'Turn it half round: the same pattern', zh: '旋转180°后形状不变' },
  },
  {
    puzzle: '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...',
    level: 'easy',
    name: { en: 'Seventeen', zh: '十七' },
    note: { en: 'The fewest givens there can be', zh: '最少的提示数' },
  },
  {
    puzzle: '.........9.46.7....768.41..3.97.1.8.7.8...3.1.513.87.2..75.261...54.32.8.........',
    level: 'medium',
    name: { en: 'The frame', zh: '方框' },
    note: { en: 'Pointing pairs help', zh: '用到区块' },
  },
  {
    puzzle: '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......',
    level: 'medium',
    name: { en: 'Sparse', zh: '稀疏' },
    note: { en: 'Locked pairs and triples', zh: '用到锁定数对和数组' },
  },
  {
    puzzle: '1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5',
    level: 'hard',
    name: { en: 'The X-Wing', zh: '二阶鱼' },
    note: { en: 'One fish opens it', zh: '一条鱼就能打开' },
  },
  {
    puzzle: '52941.7.3..6..3..2..32......523...76637.5.2..19.62753.3...6942.2..83.6..96.7423.5',
    level: 'hard',
    name: { en: 'The Swordfish', zh: '三阶鱼' },
    note: { en: 'Three rows, three columns', zh: '三行三列' },
  },
  {
    puzzle: '9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9',
    level: 'hard',
    name: { en: 'Two wings', zh: '双翼' },
    note: { en: 'XY-Wings and a W-Wing', zh: '用到 XY-Wing 和 W-Wing' },
  },
  {
    puzzle: '..5...987.4..5...1..7......2...48....9.1.....6..2.....3..6..2.......9.7.......5..',
    level: 'hard',
    name: { en: 'Skyscrapers', zh: '摩天楼' },
    note: { en: 'Two of them', zh: '有两座' },
  },
  {
    puzzle: '48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....',
    level: 'unfair',
    name: { en: 'Seventeen, the long way', zh: '十七，长路' },
    note: { en: 'Few givens, many small steps', zh: '提示少，步骤多' },
  },
  {
    puzzle: '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...',
    level: 'extreme',
    name: { en: 'The tour', zh: '大巡游' },
    note: { en: 'Fish, wings, colours, chains', zh: '鱼、翼、染色、链' },
  },
  {
    puzzle: '.6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8...',
    level: 'extreme',
    name: { en: "Norvig's puzzle", zh: '诺维格之题' },
    note: { en: 'Slow for trial and error', zh: '试填法的慢题' },
  },
  {
    puzzle: '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..',
    level: 'extreme',
    name: { en: 'AI Escargot', zh: 'AI 蜗牛' },
    note: { en: 'Once called the hardest', zh: '曾被称为最难' },
  },
  {
    puzzle: '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
    level: 'extreme',
    name: { en: 'Inkala 2012', zh: '因卡拉2012' },
    note: { en: 'Famous, and fierce', zh: '有名的难题' },
  },
]
