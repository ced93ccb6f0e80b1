import { assetsModule } from '@wattyard/assets/server'
import {
  chargingModule,
  createFactHandler,
  createStartDecider,
  gatewayPiles,
  pastSessions,
  pilesWithHistory,
  runningSessions,
  StartBook,
} from '@wattyard/charging/server'
import {
  connectorStates,
  createGateway,
  type Gateway,
  gatewayModule,
  type Settings as GatewaySettings,
} from '@wattyard/gateway/server'
import {
  createIdentity,
  type HashCost,
  type Identity,
  type MessagingAppChoice,
  operatorsByIds,
  type PasswordPolicy,
  tenantById,
} from '@wattyard/identity/server'
import { daySigner, financeModule } from '@wattyard/finance/server'
import { ledgerModule } from '@wattyard/ledger/server'
import { serverModule as membersModule } from '@wattyard/members/server'
import { serverModule as platformModule } from '@wattyard/platform/server'
import { notificationsModule } from '@wattyard/notifications/server'
import { pricingModule } from '@wattyard/pricing/server'
import { createLiveBus, type Database, type LiveBus, type ServerModule } from '@wattyard/server-kit'
import { businessDayOf, type Clock, systemClock } from '@wattyard/time'
import type { Secrets } from './secrets.ts'

/** What wiring needs to know of the world outside. */
export interface World {
  db: Database
  profile: 'demo' | 'production'
  version: string
  secrets: Secrets
  log: { warn(detail: object, message: string): void }
  adminPasswordGiven?: boolean
  /** Address people reach the product at, for QR codes. */
  publicUrl: string
  clock?: Clock
  live?: LiveBus
  hashCost?: HashCost
  /** Whether guests may look at the demonstration; by the profile when absent. */
  freeTry?: boolean
  /** What differs from the profile's own rules for new passwords. */
  passwords?: Partial<PasswordPolicy>
  /** App in which people bind accounts; by the profile when absent. */
  messagingApp?: MessagingAppChoice | undefined
  gateway?: Partial<GatewaySettings>
}

export interface Composition {
  modules: readonly ServerModule[]
  identity: Identity
  gateway: Gateway
  live: LiveBus
  clock: Clock
}

/** Settings of the ingest that an installation may change. */
export type { GatewaySettings }

/** Wires the modules: each port of a module is answered by a module below it in the order of the house. */
export function compose(world: World): Composition {
  const { db, profile, version, log } = world
  const clock = world.clock ?? systemClock
  const live = world.live ?? createLiveBus()
  const identity = createIdentity({
    profile,
    db,
    secrets: world.secrets,
    version,
    clock,
    adminPasswordGiven: world.adminPasswordGiven ?? false,
    log,
    ...(world.messagingApp ? { messagingApp: world.messagingApp } : {}),
    ...(world.freeTry === undefined ? {} : { freeTry: world.freeTry }),
    ...(world.passwords ? { passwordPolicy: world.passwords } : {}),
    ...(world.hashCost ? { hashCost: world.hashCost } : {}),
  })
  const qrPrefix = `${world.publicUrl}/c/`
  const starts = new StartBook()
  const consumer = createFactHandler({ clock, live, starts })
  const gateway = createGateway({
    db,
    live,
    log,
    decider: createStartDecider(clock, starts, live),
    consumer,
    ...(world.gateway ? { settings: world.gateway } : {}),
    now: () => clock.now(),
  })
  const ledger = ledgerModule({
    async dayOf(tx, tenantId, at) {
      const tenant = await tenantById(tx, tenantId)
      return businessDayOf(at, tenant?.zone ?? 'Asia/Shanghai')
    },
  })
  const assets = assetsModule({
    runningSessions,
    pilesWithHistory,
    connectorStates,
    operatorNames: async (tx, ids) => new Map((await operatorsByIds(tx, ids)).map(one => [one.id, one.name])),
    qrPrefix,
    live,
  })
  const pricing = pricingModule({ live, clock, pastSessions })
  const charging = chargingModule({ piles: gatewayPiles(gateway), live, clock })
  const finance = financeModule({ signer: daySigner(world.secrets.daySigning), clock, live, db })
  const modules = [
    identity.module,
    platformModule,
    notificationsModule({ live, clock }),
    ledger,
    assets,
    pricing,
    gatewayModule(gateway, { qrPrefix }),
    membersModule,
    charging,
    finance,
  ]
  identity.learnPages(modules)
  return { modules, identity, gateway, live, clock }
}
