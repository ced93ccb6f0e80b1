import { codesInOrder } from '@wattyard/resource'
import {
  actorOf,
  audit,
  type Call,
  choicesInUse,
  invalid,
  newId,
  Refusal,
  type Route,
  col,
  serveCall,
} from '@wattyard/server-kit'
import {
  listDictionaries,
  listDictionaryChanges,
  arrangeDictionary,
  resetDictionary,
  type DictionaryView,
  type EntryView,
  type InLanguages,
} from '../../contract/calls/dict-entry.ts'
import { dictEntry } from '../../contract/dict-entry.ts'
import type { KnownDictionary, KnownParts } from './dictionaries.ts'
import { wordsInForce } from './judge-entry.ts'
import type { DictRow } from './make-wording.ts'
import { beginChange, dictRows, renewWording, type WordingWorld } from './renew-wording.ts'
import { shippedWords } from './serve-dict-entry.ts'

type Reader = Pick<Call, 'tx' | 'caller' | 'translateShipped'>

const inLanguages = (say: (language: 'zh' | 'en' | 'es') => string): InLanguages => ({
  zh: say('zh'),
  en: say('en'),
  es: say('es'),
})

function entryView(call: Reader, dictionary: KnownDictionary, code: string, row: DictRow | undefined): EntryView {
  const shipped = shippedWords(call, dictionary.name)
  const isOwn = !dictionary.codes.includes(code)
  const blank = { code, word_zh: null, word_en: null, word_es: null }
  return {
    code,
    words: wordsInForce(row ?? blank, isOwn, shipped),
    ...(isOwn ? {} : { shipped: inLanguages(language => shipped(language, code)) }),
    colour: row?.colour ?? null,
    icon: row?.icon ?? null,
    enabled: row?.enabled ?? true,
    remark: row?.remark ?? null,
    ...(row ? { id: row.id, version: row.version } : {}),
  }
}

/** Returns the codes of a dictionary in the tenant's order. */
export function orderedCodes({ codes }: KnownDictionary, rows: readonly DictRow[]): string[] {
  const changes = rows.map(({ code, place }) => [
    code,
    { ...(codes.includes(code) ? {} : { own: true as const }), ...(place === null ? {} : { place }) },
  ])
  return codesInOrder(codes, Object.fromEntries(changes))
}

/** Returns a dictionary for editing: every entry with its values in force and the product's. */
export async function viewOf(
  call: Reader,
  dictionary: KnownDictionary,
  rows: readonly DictRow[],
  { resources }: Pick<KnownParts, 'resources'>,
): Promise<DictionaryView> {
  const byCode = new Map(rows.map(row => [row.code, row]))
  const codes = orderedCodes(
    dictionary,
    dictionary.kind === 'open' ? rows : rows.filter(row => dictionary.codes.includes(row.code)),
  )
  const strays =
    dictionary.kind === 'open'
      ? (await choicesInUse(call.tx, resources, dictionary.name)).filter(value => !codes.includes(value))
      : []
  return {
    name: dictionary.name,
    kind: dictionary.kind,
    titles: inLanguages(language => dictionary.title.map(key => call.translateShipped(language, key)).join(' · ')),
    uses: dictionary.uses,
    entries: codes.map(code => entryView(call, dictionary, code, byCode.get(code))),
    strays,
  }
}

const MAX_HISTORY = 200
const CHANGE = {
  id: col.text,
  at: col.instant,
  actorName: col.text,
  action: col.text,
  before: col.json<Record<string, unknown>>().orNull,
  after: col.json<Record<string, unknown>>().orNull,
  code: col.text.orNull,
}

/** Returns the product's dictionary of a name. @throws Refusal that names the field when there is none */
export function mustKnow({ dictionaries }: KnownParts, name: string): KnownDictionary {
  const found = dictionaries.get(name)
  if (!found) throw invalid({ dictionary: { key: 'platform.field.noSuchDictionary' } })
  return found
}

/** Gives every entry of a dictionary its place, in one statement; entries without a row get one. */
async function arrange(call: Call, dictionary: KnownDictionary, codes: readonly string[]): Promise<void> {
  const { tx, caller } = call
  const rows = await dictRows(tx, caller.tenantId, dictionary.name)
  const before = orderedCodes(dictionary, rows)
  const wanted = new Set(codes)
  if (before.length !== codes.length || before.some(code => !wanted.has(code)))
    throw new Refusal('kernel.stale', { status: 409 })
  await tx.execute(
    `insert into platform_dict_entry (tenant_id, id, dictionary, code, place, search_text)
     select $1, f.id, $2, f.code, f.place, lower($2 || ' ' || f.code)
     from unnest($3::uuid[], $4::text[], $5::int[]) as f(id, code, place)
     on conflict (tenant_id, dictionary, code) do update
       set place = excluded.place, version = platform_dict_entry.version + 1, updated_at = now()
       where platform_dict_entry.place is distinct from excluded.place`,
    [caller.tenantId, dictionary.name, codes.map(() => newId()), codes, codes.map((_, place) => place)],
  )
  const entry = { resource: dictEntry.name, recordId: dictionary.name, action: 'arrange' }
  await audit(tx, actorOf(call), [
    { ...entry, before: { dictionary: dictionary.name, codes: before }, after: { dictionary: dictionary.name, codes } },
  ])
}

/** Deletes all changes of the product's entries; entries of the tenant's own stay. */
async function reset(call: Call, dictionary: KnownDictionary): Promise<number> {
  const { tx, caller } = call
  const gone = await tx.query(
    { id: col.uuid, code: col.text },
    'delete from platform_dict_entry where tenant_id = $1 and dictionary = $2 and code = any($3::text[]) returning id, code',
    [caller.tenantId, dictionary.name, [...dictionary.codes]],
  )
  await tx.execute(
    'update platform_dict_entry set place = null, version = version + 1, updated_at = now() where tenant_id = $1 and dictionary = $2 and place is not null',
    [caller.tenantId, dictionary.name],
  )
  await audit(
    tx,
    actorOf(call),
    gone.map(({ id, code }) => ({
      resource: dictEntry.name,
      recordId: id,
      action: 'reset',
      before: { dictionary: dictionary.name, code },
    })),
  )
  return gone.length
}

/** Returns the routes for whole dictionaries. */
export function dictRoutes(world: WordingWorld): Route[] {
  return [
    serveCall(listDictionaries, {
      work: 'read',
      async handle(call) {
        const rows = Map.groupBy(await dictRows(call.tx, call.caller.tenantId), row => row.dictionary)
        const known = world.known()
        const list: DictionaryView[] = []
        for (const dictionary of known.dictionaries.values())
          list.push(await viewOf(call, dictionary, rows.get(dictionary.name) ?? [], known))
        return { list }
      },
    }),
    serveCall(listDictionaryChanges, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const list = await tx.query(
          CHANGE,
          `select id::text as id, at, actor_name as "actorName", action, before, after,
             coalesce(after->>'code', before->>'code', (select code from platform_dict_entry e
               where e.tenant_id = a.tenant_id and e.id::text = a.record_id)) as code
           from kernel_audit a where tenant_id = $1 and resource = $2 and (
             after->>'dictionary' = $3 or before->>'dictionary' = $3
             or record_id in (select id::text from platform_dict_entry where tenant_id = $1 and dictionary = $3))
           order by at desc, id desc limit ${MAX_HISTORY}`,
          [caller.tenantId, dictEntry.name, input.dictionary],
        )
        return { list }
      },
    }),
    serveCall(arrangeDictionary, {
      work: 'write',
      async handle(call) {
        await beginChange(call)
        await arrange(call, mustKnow(world.known(), call.input.dictionary), call.input.codes)
        await renewWording(call, world)
        return null
      },
    }),
    serveCall(resetDictionary, {
      work: 'write',
      async handle(call) {
        await beginChange(call)
        const changed = await reset(call, mustKnow(world.known(), call.input.dictionary))
        await renewWording(call, world)
        return { changed }
      },
    }),
  ]
}
