import { actorOf, audit, flagInput, invalid, type Route, route, wholeInput } from '@wattyard/server-kit'
import { z } from 'zod'
import type { AssistantSettings, Trial } from '../../contract/assistant.ts'
import { askService, ServiceFailure } from './ask-service.ts'
import { notingOf } from './noting-of.ts'
import { MAX_ADDRESS, serviceAddress } from './service-address.ts'
import { serviceOf } from './service-of.ts'
import {
  INITIAL,
  sealKey,
  shownSettings,
  storedSettings,
  storeSettings,
  type StoredSettings,
} from './stored-settings.ts'
import type { AssistantWorld } from './world.ts'

const CONFIGURE = 'help.assistant:configure'
const MAX_LIMIT = 100_000
const MAX_KEY = 500

const input = z.strictObject({
  isOn: flagInput,
  baseUrl: z.string().trim().max(MAX_ADDRESS),
  model: z.string().trim().max(100),
  /** A new key; '' takes the one there is away, and without it the one there is stays. */
  key: z.string().trim().max(MAX_KEY).optional(),
  perPersonDay: wholeInput(1, MAX_LIMIT),
  perTenantDay: wholeInput(1, MAX_LIMIT),
})

/** A key goes only to the host it was entered for: whoever may change the address must not learn it by that. */
function mustBelong(before: StoredSettings, url: URL, key: string | undefined): void {
  const isElsewhere = before.base_url === '' || new URL(before.base_url).origin !== url.origin
  if (before.sealed_key !== null && key === undefined && isElsewhere)
    throw invalid({ key: { key: 'help.field.keyAgain' } })
}

function checked(
  { baseUrl, key, model, isOn, perPersonDay, perTenantDay }: z.infer<typeof input>,
  before: StoredSettings,
  tenantId: string,
  world: AssistantWorld,
): StoredSettings {
  const url = baseUrl === '' && !isOn ? null : serviceAddress(baseUrl, world.limits.reach)
  if (typeof url === 'string') throw invalid({ baseUrl: { key: `help.field.${url}` } })
  if (isOn && model === '') throw invalid({ model: { key: 'kernel.field.required' } })
  if (url) mustBelong(before, url, key)
  const sealed = key === undefined ? before.sealed_key : key === '' ? null : sealKey(world.key, tenantId, key)
  return {
    is_on: isOn,
    base_url: url?.href.replace(/\/+$/, '') ?? '',
    model,
    sealed_key: url ? sealed : null,
    per_person_day: perPersonDay,
    per_tenant_day: perTenantDay,
  }
}

/** Setting the assistant up, and trying what is set. */
export function settingsRoutes(world: AssistantWorld): readonly Route[] {
  return [
    route({
      method: ['GET', 'POST'],
      path: '/api/ai/settings/get',
      access: CONFIGURE,
      // Every colleague's questions go where it says.
      wholeTenant: true,
      input: z.strictObject({}),
      work: 'read',
      summary: 'how the assistant is set up, without its key',
      async handle({ tx, caller }): Promise<AssistantSettings> {
        return shownSettings((await storedSettings(tx, caller.tenantId)) ?? INITIAL)
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/settings/save',
      access: CONFIGURE,
      // Every colleague's questions go where it says.
      wholeTenant: true,
      input,
      work: 'write',
      summary: 'set the assistant up',
      async handle(call): Promise<AssistantSettings> {
        const { tenantId } = call.caller
        const before = (await storedSettings(call.tx, tenantId, { lock: true })) ?? INITIAL
        const after = checked(call.input, before, tenantId, world)
        await storeSettings(call.tx, tenantId, after)
        const [from, to] = [shownSettings(before), shownSettings(after)]
        await audit(call.tx, actorOf(call), [
          {
            resource: 'help.assistant',
            recordId: tenantId,
            action: 'update',
            before: { ...from },
            after: { ...to, ...(call.input.key === undefined ? {} : { keyChanged: true }) },
          },
        ])
        return to
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/settings/try',
      access: CONFIGURE,
      // Every colleague's questions go where it says.
      wholeTenant: true,
      input: z.strictObject({}),
      work: 'raw',
      summary: 'ask the service one word',
      async handle({ db, caller, requestId }): Promise<Trial> {
        if (!caller) throw new Error('a route with a permission has a caller')
        const { tenantId } = caller
        const service = await db.tenant(
          tenantId,
          async tx => serviceOf((await storedSettings(tx, tenantId)) ?? INITIAL, tenantId, world),
          { readOnly: true },
        )
        const began = performance.now()
        const stopping = new AbortController()
        const took_ms = () => Math.round(performance.now() - began)
        try {
          const answer = await askService(
            service,
            [{ role: 'user', content: 'Say: ok' }],
            world.limits,
            stopping.signal,
            notingOf(db, tenantId, requestId, world.clock),
          )
          for await (const _ of answer) break
          return { result: 'ok', status: 200, took_ms: took_ms() }
        } catch (error) {
          if (!(error instanceof ServiceFailure)) throw error
          return { result: error.result, status: error.status, took_ms: took_ms() }
        } finally {
          stopping.abort()
        }
      },
    }),
  ]
}
