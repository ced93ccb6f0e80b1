import { Refusal } from '@wattyard/server-kit'
import type { Service } from './ask-service.ts'
import { serviceAddress } from './service-address.ts'
import { openKey, type StoredSettings } from './stored-settings.ts'
import type { AssistantWorld } from './world.ts'

/**
 * Returns the service that a tenant has set up, with its key open. The address is judged again: whoever runs the
 * installation may have taken a host off the list since it was saved.
 *
 * @throws Refusal when nothing, or nothing usable, is set up
 */
export function serviceOf(row: StoredSettings, tenantId: string, world: AssistantWorld): Service {
  const url = serviceAddress(row.base_url, world.limits.reach)
  if (typeof url === 'string' || row.model === '') throw new Refusal('help.assistantNotSetUp')
  return { url, model: row.model, key: openKey(world.key, tenantId, row.sealed_key) }
}
