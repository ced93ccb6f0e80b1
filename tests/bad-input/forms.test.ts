import { type Field, writableFields } from '@wattyard/resource'
import { fieldsSchema } from '@wattyard/resource/schema'
import { type Caller, checkInput } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Records } from '../architecture/conformance/records.ts'
import { administrator, conformanceWorld } from '../architecture/conformance/world.ts'
import { naughtyTexts, share } from './corpus.ts'
import { OWN_TEXTS } from './own-corpus.ts'
import { refusedKeys } from './refused-keys.ts'

const texts = naughtyTexts()
const world = await conformanceWorld()
afterAll(() => world.close())

let as: Caller
beforeAll(async () => {
  // Sessions know the wording of their company; this one has none.
  as = { ...(await administrator(world)), wording: null }
})

const TIMEOUT_MS = 120_000
/** Texts of some form or other; the others take no free text. */
const TEXTS = new Set<Field['kind']>([
  'text',
  'note',
  'code',
  'serial',
  'email',
  'phone',
  'url',
  'zone',
  'secret',
  'tags',
])
/** Phones leave the server masked, secrets not at all. */
const HIDDEN = new Set<Field['kind']>(['secret', 'phone'])
/** Fields that are never empty: cleared, they take another's text. */
const FALLS_BACK: Readonly<Record<string, string>> = { anotherName: 'name' }
/** The check names all flaws at once; a second refusal is a rule of the module, which looks at what has passed. */
const MAX_REFUSALS = 2

/** Numbers that are kept as they are compared: half-width, in capitals, without signs between their groups. */
const PLAIN_NUMBERS: ReadonlySet<string> = new Set(['pricePollcya/company taxNumber', 'companies/bankAccount number'])

type Texts = readonly (readonly [string, Field])[]
const isText = ([, of]: readonly [string, Field]) => TEXTS.has(of.kind)

interface Outcome {
  stored: number
  refused: number
  /** Taken by the check, and stored by another form with a field of that kind. */
  checked: number
  breaches: string[]
}

/**
 * Sends a text in every field at once; fields that are refused by name leave, and what is left is stored. So every
 * field has either taken the text and given it back as it was, or said that it does not take it.
 */
async function offer(path: string, rest: Record<string, unknown>, fields: Texts, text: string, outcome: Outcome) {
  const offered = new Map(fields)
  const breach = (what: string) => outcome.breaches.push(`${what} for ${JSON.stringify(text).slice(0, 80)}`)
  for (let refusals = 0; offered.size > 0; refusals++) {
    const input = { ...rest, ...Object.fromEntries([...offered.keys()].map(key => [key, text])) }
    const { status, success, code, msg, data } = await world.server.call(`/api/${path}/save`, input, { as })
    if (success) {
      outcome.stored += offered.size
      // The answer is the row as it was read back.
      for (const [key, of] of offered)
        if (!PLAIN_NUMBERS.has(`${path} ${key}`) && !isKept(key, of, text, data))
          breach(`${key} is ${JSON.stringify(data[key])}`)
      return
    }
    const named = Object.entries(data?.fields ?? {}).map(([key, said]) => [key.split('.')[0] ?? '', said] as const)
    const gone = named.filter(([key, said]) => said !== '' && offered.delete(key))
    outcome.refused += gone.length
    if (gone.length === 0 || msg === '' || status >= 500)
      return void breach(`${status} ${code} ${JSON.stringify(data)}`)
    if (refusals === MAX_REFUSALS) return void breach(`refused piece by piece, last ${JSON.stringify(data)}`)
  }
}

function isKept(key: string, of: Field, text: string, record: Readonly<Record<string, unknown>>): boolean {
  if (HIDDEN.has(of.kind)) return true
  const given = record[key]
  const meant = text.trim()
  if (of.kind === 'tags') return Array.isArray(given) && (given.length === 0 ? meant === '' : given[0] === meant)
  return (given ?? '') === meant || (meant === '' && given === record[FALLS_BACK[key] ?? ''])
}

/** Takes out the fields that their own check refuses by name. */
function passingOf(fields: Texts): (text: string, outcome: Outcome) => Texts {
  const schema = fieldsSchema(Object.fromEntries(fields))
  return (text, outcome) => {
    const input = Object.fromEntries(fields.map(([key]) => [key, text]))
    const named = new Set(
      refusedKeys(world.server.words, () => checkInput(schema, input)).map(key => key.split('.')[0]),
    )
    const left = fields.filter(([key]) => !named.has(key))
    outcome.refused += fields.length - left.length
    return left
  }
}

const forms = world.served.filter(({ resource }) => resource.writes === 'crud')
const textsOf = ({ resource }: (typeof forms)[number]) => [
  ...writableFields(resource, 'update').filter(isText),
  ...writableFields(resource, 'create').filter(field => field[1].fixed && isText(field)),
]

const textKinds = (form: (typeof forms)[number]) => new Set(textsOf(form).map(([, { kind }]) => kind)).size

/**
 * Forms that store every text: together they have a field of each kind of text, and what a text does to a column hangs on
 * its kind. The others check every text, and for the sake of their own rules store ours and a share of the published ones.
 */
const WHOLE = new Set<string>()
const kindsSeen = new Set<Field['kind']>()
for (const form of forms.toSorted((a, b) => textKinds(b) - textKinds(a)))
  for (const [, { kind }] of textsOf(form)) {
    if (!kindsSeen.has(kind)) WHOLE.add(form.resource.name)
    kindsSeen.add(kind)
  }
const SHARES = 8
const published = texts.filter(text => !OWN_TEXTS.includes(text))
const storedIn = (name: string, at: number): ReadonlySet<string> =>
  new Set(WHOLE.has(name) ? texts : [...OWN_TEXTS, ...share(published, at % SHARES, SHARES)])
/** The form with a field of almost every kind of text: here refusals, too, go over the wire. */
const WHOLLY_BY_THE_DOOR = 'assets.station'

test('there are forms and texts', () => {
  const fields = forms.reduce((sum, { resource }) => sum + writableFields(resource, 'create').filter(isText).length, 0)
  console.log(
    `bad inputs: ${texts.length} texts for ${fields} text fields of ${forms.length} forms; all stored by ${[...WHOLE].join(' ')}`,
  )
  expect(fields).toBeGreaterThan(0)
  expect(texts.length).toBeGreaterThan(40)
  expect(kindsSeen.size).toBeGreaterThan(5)
  expect(forms.map(({ resource }): string => resource.name)).toContain(WHOLLY_BY_THE_DOOR)
})

let stored = 0
describe('every text field of every form', () => {
  test.each(forms.map((served, at) => [served.resource.name, served, at] as const))(
    '%s takes it as it is or refuses it by name',
    { timeout: TIMEOUT_MS },
    async (name, served, at) => {
      const { resource } = served
      const records = new Records(world, as)
      const outcome: Outcome = { stored: 0, refused: 0, checked: 0, breaches: [] }
      const changeable = writableFields(resource, 'update').filter(isText)
      // What only a new record takes: a text that is taken needs a record of its own.
      const fixed = writableFields(resource, 'create').filter(field => field[1].fixed && isText(field))
      const { id } = await records.make(served)
      const isWhole = (name as string) === WHOLLY_BY_THE_DOOR
      const toChange = isWhole ? () => changeable : passingOf(changeable)
      const once = isWhole ? () => fixed : passingOf(fixed)
      const sent = storedIn(name, at)
      for (const text of texts) {
        const [changed, fresh] = [toChange(text, outcome), once(text, outcome)]
        if (!sent.has(text)) {
          outcome.checked += changed.length + fresh.length
          continue
        }
        await offer(resource.path, { id }, changed, text, outcome)
        if (fresh.length === 0) continue
        const rest = await records.values(resource, writableFields(resource, 'create'))
        await offer(resource.path, rest, fresh, text, outcome)
      }
      stored += outcome.stored
      expect(outcome.breaches.slice(0, 20)).toEqual([])
      expect(outcome.stored + outcome.refused + outcome.checked).toBe(texts.length * (changeable.length + fixed.length))
      expect((await world.server.call(`/api/${resource.path}/get`, { id }, { as })).success).toBe(true)
    },
  )
})

test('texts were stored', () => {
  console.log(`bad inputs: ${stored} texts stored by ${forms.length} forms`)
  expect(stored).toBeGreaterThan(texts.length)
})
