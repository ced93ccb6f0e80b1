/** Legal forms, which say nothing about which company it is. */
const FORMS =
  /股份有限公司|有限责任公司|有限公司|集团|合伙企业|个体工商户|公司|\b(?:s\.?l\.?u?|s\.?a\.?u?|ltd|limited|co|inc|gmbh|corp|llc|plc|bv|nv)\b\.?/g
/** How alike two names have to be to be called similar, 0 to 1. */
export const SIMILAR_FROM = 0.7

/** Returns a name as it is compared: half-width, in small letters, without legal form, brackets, spaces and signs. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(FORMS, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the different pairs of neighbouring characters of a name as it is compared; of one character itself. */
export function gramsOf(name: string): string[] {
  const signs = Array.from(plainName(name))
  if (signs.length < 2) return signs
  return [...new Set(signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`))]
}

/** Returns how alike two names are, 0 to 1: the share of their pairs that both have (Sørensen and Dice). */
export function likeness(one: string, other: string): number {
  const [left, right] = [new Set(gramsOf(one)), new Set(gramsOf(other))]
  if (left.size + right.size === 0) return 0
  const both = [...left].filter(gram => right.has(gram)).length
  return (2 * both) / (left.size + right.size)
}
