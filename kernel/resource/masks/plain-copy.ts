/** Signs that nobody sees. */
const UNSEEN = /^(?:\p{Cf}|\u034F|\u115F|\u1160|\u3164|[\uFE00-\uFE0F])$/u
/** Texts that are plain already, which most are. */
const PLAIN = /^[\x20-\x7E\u3001\u3002\u4E00-\u9FFF]*$/

/** A text in plain signs, with the place of each of them in the text as it was written. */
export interface PlainCopy {
  readonly plain: string
  /** Index in the written text at which the character of a plain sign begins. */
  readonly beginOf: (sign: number) => number
  /** Index in the written text at which the character of a plain sign ends. */
  readonly endOf: (sign: number) => number
}

/** Letters of other scripts that look like Latin ones, which a keyboard of that script types into plates and names. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Array.from('АВЕКМНОРСТУХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο').map((sign, at) => [
    sign,
    'ABEKMHOPCTYXaeopcyxijsABEZHIKMNOPTYXo'[at] ?? sign,
  ]),
)

/** Returns how a character is written plainly: half width, a space, a hyphen, a dot; as many signs as it needs, or none. */
function plainly(character: string): string {
  if (UNSEEN.test(character)) return ''
  const normal = character.normalize('NFKC')
  const folded = LOOKS_LIKE.get(normal) ?? normal
  if (/^\s+$/u.test(folded)) return ' '
  if (/^[\p{Pd}\u2212]$/u.test(folded)) return '-'
  if (/^[•・‧∙⋅]$/u.test(folded)) return '·'
  return /^[⁄∕]$/u.test(folded) ? '/' : folded
}

/** Returns a copy of a text in which numbers are spelled in one way, in time linear in its length. */
export function plainCopy(text: string): PlainCopy {
  if (PLAIN.test(text)) return { plain: text, beginOf: sign => sign, endOf: sign => sign + 1 }
  const begins: number[] = []
  const ends: number[] = []
  const signs: string[] = []
  let at = 0
  for (const character of text) {
    const end = at + character.length
    for (const sign of plainly(character).split('')) {
      signs.push(sign)
      begins.push(at)
      ends.push(end)
    }
    at = end
  }
  return {
    plain: signs.join(''),
    beginOf: sign => begins[sign] ?? text.length,
    endOf: sign => ends[sign] ?? text.length,
  }
}
