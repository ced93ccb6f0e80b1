import type { MaskKind } from '@wattyard/resource'

/** Personal values that nothing else in the world equals, by how they are masked. */
export const SENTINELS: Readonly<Record<Exclude<MaskKind, 'json' | 'words'>, string>> = {
  name: '哨兵子墨',
  phone: '13977788899',
  // Digits alone, because it is a bank account too, and so many that a part of it is no amount that an answer repeats.
  card: '9878765678987655432',
  plate: '粤BSENT9',
  text: '住在碧海路七号',
}
/** Numbers of people as staff and piles write them into free texts, and such a text. */
export const TYPED = ['13966655544', '粤B66X55', '440305199001019514', '6225880137706868', 'BEEF00998877'] as const
