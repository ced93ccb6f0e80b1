import { listSettings, resetSetting, setSetting } from '../contract/calls/setting.ts'
import {
  actorOf,
  audit,
  type Call,
  fieldMessages,
  invalid,
  newId,
  Refusal,
  type Route,
  serveCall,
  emit,
  col,
  type RowIn,
} from '@wattyard/server-kit'
import { LIMITS_CHANGED, type LimitsChanged } from '../contract/events.ts'
import { declaredSetting, declaredSettings, forgetSettings, type Setting } from './settings.ts'

const ROW = {
  id: col.uuid,
  version: col.integer,
  updated_at: col.instant,
  key: col.text,
  value: col.json<unknown>(),
}

type Row = RowIn<typeof ROW>

/** Largest value, in characters of JSON. */
const MAX_VALUE = 20_000

/** Settings that decide when two people have to agree. Changes of them are notified to others. */
const LIMITS: ReadonlySet<string> = new Set([
  'platform.fourEyesLimits',
  'platform.wordCaps',
  'finance.dayCloseFourEyes',
])

/** Returns whether the caller may know a setting. Settings of the installation do not exist for other tenants. */
function isKnownTo(caller: Call['caller'], setting: Setting<unknown>): boolean {
  return setting.isOfInstallation !== true || caller.isPlatform === true
}

function settingNamed({ caller }: Call, name: string): Setting<unknown> {
  const setting = declaredSetting(name)
  if (!setting || !isKnownTo(caller, setting)) throw invalid({ key: { key: 'platform.field.noSuchSetting' } })
  return setting
}

async function storedRow(call: Call, name: string): Promise<Row | undefined> {
  const [row] = await call.tx.query(
    ROW,
    'select id, version, updated_at, key, value from platform_setting where tenant_id = $1 and key = $2 for update',
    [call.caller.tenantId, name],
  )
  return row
}

async function record(call: Call, name: string, before: unknown, after: unknown): Promise<void> {
  forgetSettings(call.tx)
  await audit(call.tx, actorOf(call), [
    {
      resource: 'platform.setting',
      recordId: name,
      action: 'update',
      before: { value: before },
      after: { value: after },
    },
  ])
  if (!LIMITS.has(name)) return
  const { tenantId, userId, displayName } = call.caller
  const body: LimitsChanged = { personId: userId, name: displayName, key: name, version: newId() }
  await emit(call.tx, [{ tenantId, topic: LIMITS_CHANGED, key: name, body: { ...body } }])
}

const list = serveCall(listSettings, {
  work: 'read',
  async handle({ tx, caller }) {
    const rows = await tx.query(
      ROW,
      'select id, version, updated_at, key, value from platform_setting where tenant_id = $1',
      [caller.tenantId],
    )
    const byKey = new Map(rows.map(row => [row.key, row]))
    const known = declaredSettings().filter(setting => isKnownTo(caller, setting))
    const settings = known.map(({ key: name, initial }) => {
      const row = byKey.get(name)
      return {
        key: name,
        value: row ? row.value : initial,
        initial,
        isSet: row !== undefined,
        version: row?.version ?? 0,
        updatedAt: row?.updated_at ?? null,
      }
    })
    return { list: settings }
  },
})

const save = serveCall(setSetting, {
  work: 'write',
  async handle(call) {
    const { key: name, value, version } = call.input
    const setting = settingNamed(call, name)
    const text = JSON.stringify(value)
    if (text.length > MAX_VALUE) throw invalid({ value: { key: 'kernel.field.tooLong', params: { max: MAX_VALUE } } })
    const checked = setting.schema.safeParse(value, { reportInput: true })
    if (!checked.success)
      throw invalid(
        Object.fromEntries(
          Object.entries(fieldMessages(checked.error)).map(([path, saying]) => [
            path === '*' ? 'value' : `value.${path}`,
            saying,
          ]),
        ),
      )
    const row = await storedRow(call, name)
    if (version !== undefined && version !== (row?.version ?? 0)) throw new Refusal('kernel.stale', { status: 409 })
    await call.tx.execute(
      `insert into platform_setting (tenant_id, id, key, value) values ($1, $2, $3, $4)
       on conflict (tenant_id, key) do update set value = excluded.value, version = platform_setting.version + 1, updated_at = now()`,
      [call.caller.tenantId, newId(), name, text],
    )
    await record(call, name, row ? row.value : setting.initial, value)
    return { key: name, value, version: (row?.version ?? 0) + 1 }
  },
})

const reset = serveCall(resetSetting, {
  work: 'write',
  async handle(call) {
    const setting = settingNamed(call, call.input.key)
    const row = await storedRow(call, setting.key)
    if (!row) return { key: setting.key, value: setting.initial, version: 0 }
    await call.tx.execute('delete from platform_setting where tenant_id = $1 and id = $2', [
      call.caller.tenantId,
      row.id,
    ])
    await record(call, setting.key, row.value, setting.initial)
    return { key: setting.key, value: setting.initial, version: 0 }
  },
})

export const settingRoutes: readonly Route[] = [list, save, reset]
