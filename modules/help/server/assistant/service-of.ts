import { Refusal } from '@wattyard/server-kit'
import type { Service } from './ask-service.ts'
import { serviceAddress } from './service-address.ts'
import { openKey, type StoredSettings } from './stored-settings.ts'
import type { AssistantWorld } from './world.ts'

/**
 * Returns the tenant's service with its decrypted key. The address is checked again, because the installation may have removed a
 * host from its list since it was saved.
 *
 * @throws Refusal when nothing usable is set up
 */
export function serviceOf(row: StoredSettings, tenantId: string, world: AssistantWorld): Service {
  const url = serviceAddress(row.base_url, world.limits.reach)
  if (typeof url === 'string' || row.model === '') throw new Refusal('help.assistantNotSetUp')
  return { url, model: row.model, key: openKey(world.key, tenantId, row.sealed_key) }
}
