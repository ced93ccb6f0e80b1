import type { CheckedInput } from '@wattyard/calls'
import { actorOf, audit, invalid, type Route, serveCall } from '@wattyard/server-kit'
import { assistantSettings, saveAssistantSettings, tryAssistant } from '../../contract/calls/assistant.ts'
import { askService, ServiceFailure } from './ask-service.ts'
import { notingOf } from './noting-of.ts'
import { serviceAddress } from './service-address.ts'
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

/**
 * Checks that a stored key stays with the host it was entered for: otherwise a person who can change the address could learn the
 * key.
 */
function mustBelong(before: StoredSettings, url: URL, key: string | undefined): void {
  const isElsewhere = before.base_url === '' || new URL(before.base_url).origin !== url.origin
  if (before.sealed_key !== null && key === undefined && isElsewhere)
    throw invalid({ key: { key: 'help.field.keyAgain' } })
}

function checked(
  { baseUrl, key, model, isOn, perPersonDay, perTenantDay }: CheckedInput<typeof saveAssistantSettings>,
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

/** Returns the routes for setting up the assistant and testing it. */
export function settingsRoutes(world: AssistantWorld): readonly Route[] {
  return [
    serveCall(assistantSettings, {
      work: 'read',
      async handle({ tx, caller }) {
        return shownSettings((await storedSettings(tx, caller.tenantId)) ?? INITIAL)
      },
    }),
    serveCall(saveAssistantSettings, {
      work: 'write',
      async handle(call) {
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
    serveCall(tryAssistant, {
      work: 'raw',
      async handle({ db, caller, requestId }) {
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
          return { result: 'ok' as const, status: 200, took_ms: took_ms() }
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
