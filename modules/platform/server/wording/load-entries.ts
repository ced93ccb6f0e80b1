import {
  actorOf,
  audit,
  type AuditEntry,
  type Call,
  DryRun,
  FREE_MAX_MEMBERS,
  Refusal,
  type Route,
  type MessageRef,
  saveRecord,
  type ServedResource,
  serveCall,
} from '@wattyard/server-kit'
import { loadDictionary, type LoadedEntry } from '../../contract/calls/dict-entry.ts'
import { wordsInForce } from './judge-entry.ts'
import type { DictRow } from './make-wording.ts'
import { beginChange, dictRows, renewWording, type WordingWorld } from './renew-wording.ts'
import { shippedWords } from './serve-dict-entry.ts'
import { mustKnow } from './dict-routes.ts'

const YES = new Set(['true', 'yes', '1', 'sí', 'si', '是', '启用'])
const WORDS = [
  ['wordZh', 'zh'],
  ['wordEn', 'en'],
  ['wordEs', 'es'],
] as const

/** Returns the changes of a line. A text equal to the product's is no change, and an empty cell changes nothing. */
function changesOf(
  line: LoadedEntry,
  before: DictRow | undefined,
  shipped: { zh: string; en: string; es: string } | null,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  const stored: Record<string, unknown> = { ...before }
  for (const [key, language] of WORDS) {
    const word = line[key]?.trim() ?? ''
    const own = word === '' || word === shipped?.[language] ? null : word
    if (line[key] !== undefined && word !== '' && own !== (stored[`word_${language}`] ?? null)) changes[key] = own
  }
  for (const key of ['colour', 'icon', 'remark'] as const) {
    const value = line[key]?.trim() ?? ''
    if (value !== '' && value !== (stored[key] ?? null)) changes[key] = value
  }
  const enabled = line.enabled?.trim().toLowerCase() ?? ''
  if (enabled !== '' && YES.has(enabled) !== (before?.enabled ?? true)) changes.enabled = YES.has(enabled)
  return changes
}

/**
 * Serves the import of entries of one dictionary from an edited file: creates new ones, updates existing ones, and skips
 * unchanged ones. A refused line is reported and does not stop the others; a dry run writes nothing.
 */
export function loadEntriesRoute(world: WordingWorld, served: ServedResource): Route {
  const quiet: ServedResource = { ...served, afterSave: async () => {} }
  return serveCall(loadDictionary, {
    work: 'write',
    members: FREE_MAX_MEMBERS,
    async handle(call) {
      const { input, tx, caller } = call
      await beginChange(call)
      const dictionary = mustKnow(world.known(), input.dictionary)
      const report = {
        accepted: 0,
        unchanged: 0,
        refused: 0,
        rows: [] as { line: number; fields: Record<string, string> }[],
      }
      const entries: AuditEntry[] = []
      for (const line of input.rows) {
        await tx.execute('savepoint load_row')
        try {
          const before = (await dictRows(tx, caller.tenantId, dictionary.name)).find(({ code }) => code === line.code)
          const isOwn = !dictionary.codes.includes(line.code)
          const blank = { code: line.code, word_zh: null, word_en: null, word_es: null }
          const shipped = isOwn ? null : wordsInForce(blank, false, shippedWords(call, dictionary.name))
          const changes = changesOf(line, before, shipped)
          if (Object.keys(changes).length === 0) report.unchanged++
          else {
            const target = before ? { id: before.id } : { dictionary: dictionary.name, code: line.code }
            const together = { seen: new Set<string>(), entries: [] as AuditEntry[] }
            await saveRecord(call, quiet, { byName: () => undefined, copies: [] }, { ...target, ...changes }, together)
            entries.push(...together.entries)
            report.accepted++
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          await tx.execute('rollback to savepoint load_row')
          report.refused++
          report.rows.push({ line: line.line, fields: sayingsOf(call, error) })
        }
        await tx.execute('release savepoint load_row')
      }
      if (input.dryRun) throw new DryRun(report)
      await audit(tx, actorOf(call), entries)
      await renewWording(call, world)
      return report
    },
  })
}

function sayingsOf(call: Pick<Call, 'translate' | 'language'>, error: Refusal): Record<string, string> {
  const fields: Record<string, MessageRef> = error.fields ?? {
    '*': { key: error.code.replace('.', '.error.'), params: error.params },
  }
  return Object.fromEntries(
    Object.entries(fields).map(([key, saying]) => [key, call.translate(call.language, saying.key, saying.params)]),
  )
}
