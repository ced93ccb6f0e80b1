import { writableFields } from '@wattyard/resource'
import { type Caller, LANGUAGES, newId, type ServedResource } from '@wattyard/server-kit'
import { beforeAll, expect, test } from 'vitest'
import { type MadeRecord, Records } from './records.ts'
import { administrator, type World } from './world.ts'

interface Entry {
  action: string
  actorName: string
  ip: string | null
  at: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Deeds that every resource may have done to it; the kit has their words, and a test of its own holds these. */
const KIT_DEEDS = ['create', 'update', 'delete', 'import', 'askApproval']
/** What the server adds to what a command was given, when it waits for a second person's word or has it. */
const APPROVAL_KEYS = ['command', 'approval', 'waitsForApproval']
/** Kinds of which another record's value is always a valid change. */
const PLAIN = ['text', 'note', 'integer', 'boolean']
const DECIMAL = ['money', 'price', 'energy', 'percent']

/** Changes and commands that ran over all definitions, so that a test can say that something was looked at. */
export const lookedAt = { changes: 0, commands: 0 }

/** Whatever is done to a record stands in its history, in words and values that its definition knows. */
export function checkHistory(world: World, served: ServedResource): void {
  const { call, words } = world.server
  const { resource } = served
  const base = `/api/${resource.path}`
  let as: Caller
  let records: Records
  let made: MadeRecord
  beforeAll(async () => {
    as = await administrator(world)
    records = new Records(world, as)
    made = await records.make(served)
  })

  const history = async (id: string): Promise<Entry[]> => {
    const answer = await call(`${base}/history`, { id }, { as })
    // A command may have removed its record; what was done to it stays in the log.
    const log = { resource: resource.name, recordId: id, pageSize: 200 }
    return (answer.success ? answer : await call('/api/platform/audit/list', log, { as })).data.list
  }

  test('history: whoever may read the record may read it', async () => {
    const answer = await call(`${base}/history`, { id: made.id }, { as })
    expect(answer.data).toMatchObject({ list: expect.any(Array), labels: expect.any(Object) })
    const without = { ...as, permissions: new Set(['identity.nothing:read']) }
    expect((await call(`${base}/history`, { id: made.id }, { as: without })).status).toBe(403)
  })

  /** What is wrong with how an entry tells a deed; empty when it says who, when, from where and what, in known words. */
  function faultsOf(entry: Entry | undefined, action: string): string[] {
    if (!entry) return [`${action} left nothing`]
    const faults: string[] = []
    if (entry.action !== action) faults.push(`${action} is called ${entry.action}`)
    if (entry.actorName !== as.displayName) faults.push(`${action}: who?`)
    if (!entry.ip) faults.push(`${action}: from where?`)
    if (!(entry.at > 0)) faults.push(`${action}: when?`)
    const command = typeof entry.after?.command === 'string' ? entry.after.command : action
    const input = resource.commands[command]?.input ?? {}
    for (const key of [...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])
      if (!(key in resource.fields) && !(key in input) && !APPROVAL_KEYS.includes(key))
        faults.push(`${action}: ${key} is no field`)
    for (const [key, { kind }] of Object.entries({ ...resource.fields, ...input })) {
      const value = entry.after?.[key]
      if (kind === 'secret' && value !== undefined) faults.push(`${action}: the secret ${key} is told`)
      if (DECIMAL.includes(kind) && typeof value === 'string' && !/^-?\d+\.\d+$/.test(value))
        faults.push(`${action}: ${key} is ${value}`)
    }
    if (!KIT_DEEDS.includes(action))
      for (const language of LANGUAGES)
        if (!words.has(language, `${resource.name}.${action}`)) faults.push(`${action} has no word in ${language}`)
    return faults
  }

  if (resource.writes === 'crud') {
    test('history: who made it, when and from where', async () => {
      expect(faultsOf((await history(made.id)).at(-1), 'create')).toEqual([])
    })

    test('history: a change says what was and what is, and only of what changed', async () => {
      const other = await records.make(served)
      const unique = new Set((resource.unique ?? []).flat())
      const faults: string[] = []
      for (const [key, { kind }] of writableFields(resource, 'update')) {
        if (unique.has(key) || !PLAIN.includes(kind)) continue
        const value = kind === 'boolean' ? !made.input[key] : other.input[key]
        const answer = await call(`${base}/save`, { id: made.id, [key]: value }, { as })
        const [entry] = await history(made.id)
        // A rule of the module may stand against this change, and another record may have the same value.
        if (!answer.success || entry?.action !== 'update') continue
        lookedAt.changes++
        faults.push(...faultsOf(entry, 'update'))
        const [before, after] = [Object.keys(entry.before ?? {}), Object.keys(entry.after ?? {})]
        if (before.join() !== after.join()) faults.push(`${before.join()} became ${after.join()}`)
        // Two texts may be masked alike.
        for (const field of after)
          if (
            !resource.masked?.[field] &&
            JSON.stringify(entry.before?.[field]) === JSON.stringify(entry.after?.[field])
          )
            faults.push(`${field} did not change`)
      }
      expect(faults).toEqual([])
    })
  }

  const commands = Object.entries(resource.commands).filter(([, { on }]) => on !== 'none')
  if (commands.length > 0)
    test('history: a command that ran is there with what it was given', async () => {
      const faults: string[] = []
      for (const [name, rule] of commands) {
        const { id } = await records.make(served)
        const input = await records.values(resource, Object.entries(rule.input ?? {}))
        const target = rule.on === 'one' ? { id } : { ids: [id] }
        const answer = await call(`${base}/${name}`, { ...target, ...input }, { as, key: newId() })
        // Many samples are in no state that the command fits; what did run must be told.
        if (!answer.success) continue
        lookedAt.commands++
        const entry = (await history(id)).find(one => one.action === name || one.action === 'askApproval')
        faults.push(...faultsOf(entry, entry?.action ?? name))
      }
      expect(faults).toEqual([])
    })
}
