import { Refusal, type LiveBus, type Tx } from '@wattyard/server-kit'
import { type TenantFacts, tenantById } from '@wattyard/identity/server'
import { type Clock, systemClock } from '@wattyard/time'
import type { OutsideRoots } from './verify/outside-roots.ts'
import type { DaySigner } from './close/signer.ts'

/** Services that finance needs from the app. */
export interface FinancePorts {
  /** Key of the installation, from the data folder. */
  signer: DaySigner
  clock?: Clock
  /** Bus for live updates of closings. */
  live?: LiveBus
  /** Newest roots outside the database; absent without a data folder. */
  outside?: OutsideRoots
  /** Consumer name of charging at the gateway's frames. */
  consumer?: string
}

export interface FinanceWorld {
  signer: DaySigner
  clock: Clock
  live: LiveBus | null
  outside: OutsideRoots | null
  consumer: string
}

export function worldOf(ports: FinancePorts): FinanceWorld {
  return {
    signer: ports.signer,
    clock: ports.clock ?? systemClock,
    live: ports.live ?? null,
    outside: ports.outside ?? null,
    consumer: ports.consumer ?? 'charging',
  }
}

/** Returns the tenant with its zone. @throws Refusal `kernel.notFound` */
export async function tenantOf(tx: Tx, tenantId: string): Promise<TenantFacts> {
  const tenant = await tenantById(tx, tenantId)
  if (!tenant) throw new Refusal('kernel.notFound', { status: 404 })
  return tenant
}
