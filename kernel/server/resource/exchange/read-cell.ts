import {
  dictionaryOf,
  documentOf,
  type Field,
  NO_WORDING,
  type Resource,
  unitOfHead,
  wattsOf,
  withoutUnit,
  type Wording,
} from '@wattyard/resource'
import { parseLocalInstant } from '@wattyard/time'
import { valuesKnown } from '../../wording.ts'
import { LANGUAGES, type Words } from '../../words.ts'

/** Where the texts of a sheet are read: the words on screen and the zone of its times. */
export interface CellContext {
  resource: Resource
  translate: Words['translate']
  zone: string
  /** What the tenant says otherwise; nothing when absent. */
  wording?: Wording
}

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** A header as people write it: blanks, stars of compulsory columns, case, and width do not matter. */
function plainHeader(text: string): string {
  return plain(text).replace(/[\s*:]/g, '')
}

/**
 * Field keys by header: the key itself or the field's word in any language, so that an exported
 * sheet can come back and a sheet of somebody else's needs only its first line changed.
 */
export function fieldsByHeader({
  resource,
  translate,
}: Pick<CellContext, 'resource' | 'translate'>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const key of Object.keys(resource.fields)) {
    for (const language of LANGUAGES) keys.set(plainHeader(translate(language, `${resource.name}.${key}`)), key)
  }
  // Keys win over words, should one field be called what another's key is.
  for (const key of Object.keys(resource.fields)) keys.set(plainHeader(key), key)
  return keys
}

export function fieldOfHeader(keys: ReadonlyMap<string, string>, header: string): string | undefined {
  return keys.get(plainHeader(header)) ?? keys.get(plainHeader(withoutUnit(header)))
}

/** The word of a closed set behind what a person wrote, in any language. */
function wordOf(
  text: string,
  words: readonly string[],
  wordKey: (word: string) => string,
  translate: Words['translate'],
): string {
  const wanted = plain(text)
  const said = (word: string) => LANGUAGES.some(language => plain(translate(language, wordKey(word))) === wanted)
  return words.find(word => plain(word) === wanted) ?? words.find(said) ?? text
}

const DAY = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?$/
const POINT = /^(-?\d+(?:\.\d+)?)\s*[,，;\s]\s*(-?\d+(?:\.\d+)?)$/
/** A month; in workbooks it is a date, read as its first day. */
const MONTH = /^(\d{4})\s?[-/.年]\s?(\d{1,2})(?:月|-01)?$/
const CLOCK = /^(\d{1,2})\s?[:：时]\s?(\d{2})分?(?::00)?$/

/** A quantity without the unit that stands behind it. */
function bareQuantity(text: string, unit: string): string {
  return unit !== '' && plain(text).endsWith(plain(unit)) ? text.slice(0, -unit.length).trim() : text
}

function booleanOf(text: string, translate: Words['translate']): string {
  const word = wordOf(text, ['yes', 'no'], name => `shared.${name}`, translate)
  return word === 'yes' ? 'true' : word === 'no' ? 'false' : text.toLowerCase()
}

function instantOf(text: string, zone: string): unknown {
  for (const format of ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY/M/D H:mm:ss', 'YYYY/M/D H:mm']) {
    // A workbook has midnight as a whole day.
    const parsed = parseLocalInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00` : text, format, zone)
    // A time that the clock showed twice or never is left as text, which the check refuses.
    if (parsed.kind === 'exact') return parsed.at
  }
  return text
}

/** Commas, semicolons, also full width, and blanks part a list. */
export function partsOf(text: string): string[] {
  return text.split(/[\s,;，；、]+/).filter(part => part !== '')
}

/** Parts of a list whose parts may have blanks in them. */
export function listOf(text: string): string[] {
  return text
    .split(/[,;，；、\n]+/)
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** Parts of a cell that are compared with known words, which takes time for each; the rest stays as it is. */
const MOST_TAGS = 200

/** Tags of a sheet. Words of known ones may have blanks in them, so commas part the list first; what is no word is parted at blanks too. */
function tagsOf(text: string, isWord: (part: string) => string | undefined): string[] {
  let asked = 0
  const known = (part: string): string | undefined => (asked++ < MOST_TAGS ? isWord(part) : undefined)
  return listOf(text).flatMap(part => known(part) ?? partsOf(part).map(one => known(one) ?? one))
}

/**
 * Converts a cell as a person wrote it to the wire form of its field. It only translates; what it cannot
 * read stays as it is and is refused by the field's check.
 *
 * @param header of the column; a unit in it is the unit of bare numbers
 */
export function readCell(key: string, of: Field, cell: string, context: CellContext, header = ''): unknown {
  const { resource, translate, zone, wording = NO_WORDING } = context
  // Spreadsheets mark text that looks like a formula with a quote, and so do our own exports.
  const text = /^'[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1).trim() : cell.trim()
  const dictionary = dictionaryOf(of, `${resource.name}.${key}`)
  const value = (word: string) => `${dictionary}Value.${word}`
  const values = valuesKnown(of, dictionary, wording)
  switch (of.kind) {
    case 'oneOf':
      return wordOf(text, values, value, translate)
    case 'tags':
      return tagsOf(text, part => {
        const word = wordOf(part, values, value, translate)
        return values.includes(word) ? word : undefined
      })
    case 'boolean':
      return booleanOf(text, translate)
    case 'geoPoint': {
      const point = POINT.exec(text)
      return point ? { lng: point[1], lat: point[2] } : text
    }
    case 'businessDay': {
      const [, year, month = '', day = ''] = DAY.exec(text) ?? []
      return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
    }
    case 'instant':
      return instantOf(text, zone)
    case 'power':
      return wattsOf(text, unitOfHead(header))
    case 'month': {
      const [, year, month = ''] = MONTH.exec(text) ?? []
      return year ? `${year}-${month.padStart(2, '0')}` : text
    }
    case 'timeOfDay': {
      const [, hour, minute = ''] = CLOCK.exec(text) ?? []
      return hour ? `${hour.padStart(2, '0')}:${minute}` : text
    }
    case 'quantity':
      return bareQuantity(text, of.unit ?? '')
    case 'richText':
      return documentOf(text)
    case 'percent':
      return text.replace(/\s*%$/, '')
    default:
      return text
  }
}
