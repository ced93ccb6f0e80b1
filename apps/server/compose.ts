import { hkdfSync } from 'node:crypto'
import { assetsByTenant, assetsModule, placesSeenBy, stationCountsOf } from '@wattyard/assets/server'
import {
  chargingForMembers,
  chargingModule,
  followReversals,
  createFactHandler,
  createStartDecider,
  ordersSeenBy,
  ordersSince,
  gatewayPiles,
  pastSessions,
  pilesWithHistory,
  powerNow,
  runningSessions,
  StartBook,
} from '@wattyard/charging/server'
import {
  connectorStates,
  createGateway,
  type Gateway,
  gatewayModule,
  modelsWithPoints,
  pilesReporting,
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
  peopleWho,
} from '@wattyard/identity/server'
import { companiesModule } from '@wattyard/companies/server'
import { BOOK_CHECKS, daySigner, financeModule, type OutsideRoots } from '@wattyard/finance/server'
import { helpModule } from '@wattyard/help/server'
import { ledgerModule, type OwnerNames } from '@wattyard/ledger/server'
import { followMemberReversals, membersModule } from '@wattyard/members/server'
import {
  asksPerAddress,
  type BackupService,
  codesPerPerson,
  createPlatform,
  deletionDays,
  settingOf,
} from '@wattyard/platform/server'
import {
  followPaymentReversals,
  type ChannelWorld,
  createChannelDoors,
  paymentsForMembers,
  paymentsModule,
  namesOfClearing,
  WECHAT_PAY,
} from '@wattyard/payments/server'
import {
  channelsWithDocuments,
  companiesWithDocuments,
  followPayablesReversals,
  payablesModule,
} from '@wattyard/payables/server'
import { letterPost, notificationsModule } from '@wattyard/notifications/server'
import {
  channelsWithFiles,
  followCompanyPayments,
  followReversals as followReconciled,
  reconciliationModule,
} from '@wattyard/reconciliation/server'
import { pricesOfStations, pricingModule } from '@wattyard/pricing/server'
import {
  createLiveBus,
  type Database,
  internetReach,
  type LiveBus,
  type PageAccess,
  type Tx,
  createPageAccess,
  loadWords,
  PILES,
  type ServerModule,
  type SessionWatch,
  watchSessions,
  type Words,
  namesOfRecords,
} from '@wattyard/server-kit'
import { businessDayOf, type Clock, systemClock } from '@wattyard/time'
import { runningProduct } from './running-product.ts'
import { ROOT } from './root.ts'
import type { Secrets } from './secrets.ts'
import { wordFolders } from './word-folders.ts'

/** Settings and services that the wiring takes from outside. */
export interface World {
  db: Database
  profile: 'demo' | 'production'
  version: string
  secrets: Secrets
  /** Newest roots of the books, kept outside the database. */
  outside?: OutsideRoots
  log: { warn(detail: object, message: string): void }
  adminPasswordGiven?: boolean
  /** Public address of the product, for QR codes. */
  publicUrl: string
  clock?: Clock
  live?: LiveBus
  hashCost?: HashCost
  /** Whether guests may look at the demonstration; set by the profile when absent. */
  freeTry?: boolean
  /** Differences from the profile's rules for new passwords. */
  passwords?: Partial<PasswordPolicy>
  /** App in which people bind accounts; set by the profile when absent. */
  messagingApp?: MessagingAppChoice | undefined
  gateway?: Partial<GatewaySettings>
  /** Service that makes backups; absent in tests. */
  backups?: BackupService
  /** Folder for exports of tenants; without it none are made. */
  exportFolder?: string
  /** Networks in which the gateway may poll devices, as CIDR; none when absent. */
  pointNetworks?: readonly string[]
  /** Hosts in this installation's own networks that mail and text messages may use. */
  privateHosts?: readonly string[]
  /** Origin at which payment channels reach the product; without it none of them can be opened. */
  paymentAddress?: string | null
  /** Address of a stand-in of WeChat Pay on this machine, instead of WeChat Pay itself. */
  wechatPayStandIn?: string | null
  /** Address at which piles reach the gateway; that of the console when absent. */
  pileAddress?: string | null
  /** Commit of the program, when its package names one. */
  commit?: string | undefined
  /** Hosts of the operator, `host:port`, that may run the assistant's service. */
  assistantLocalHosts?: readonly string[]
  /** Modules of some profiles only. */
  more?: readonly ServerModule[]
}

export interface Composition {
  modules: readonly ServerModule[]
  identity: Identity
  gateway: Gateway
  live: LiveBus
  /** Ends every stream of this process together with its session. */
  sessions: SessionWatch
  clock: Clock
}

/** Settings of the ingest that an installation may change. */
export type { GatewaySettings }

/** Wires the modules. Each port of a module is answered by a module below it in the order of modules. */
export function compose(world: World): Composition {
  const { db, profile, version, log } = world
  const clock = world.clock ?? systemClock
  const live = world.live ?? createLiveBus()
  const sealKey = Buffer.from(world.secrets.channels, 'hex')
  const identity: Identity = createIdentity({
    letters: letterPost({
      kinds: () => identity.module.letters ?? [],
      messenger: () => identity.messenger,
      sealKey,
      now: () => clock.now(),
    }),
    profile,
    db,
    secrets: world.secrets,
    version,
    clock,
    adminPasswordGiven: world.adminPasswordGiven ?? false,
    stationCounts: stationCountsOf,
    rowsSeenBy: async (tx, caller, since) => ({
      ...(await placesSeenBy(tx, caller)),
      orders: await ordersSeenBy(tx, caller, since),
    }),
    async tenantFigures(tx, months) {
      const [assets, orders] = [await assetsByTenant(tx), await ordersSince(tx, months)]
      return new Map(
        [...months.keys()].map(id => [id, { stations: 0, piles: 0, ...assets.get(id), orders: orders.get(id) ?? 0 }]),
      )
    },
    deletionDays: (tx, homeId) => settingOf(tx, deletionDays, homeId),
    codeCaps: {
      codesOfPerson: (tx, tenantId) => settingOf(tx, codesPerPerson, tenantId),
      asksOfNetwork: (tx, homeId) => settingOf(tx, asksPerAddress, homeId),
    },
    log,
    ...(world.exportFolder === undefined ? {} : { exportFolder: world.exportFolder }),
    ...(world.messagingApp ? { messagingApp: world.messagingApp } : {}),
    ...(world.freeTry === undefined ? {} : { freeTry: world.freeTry }),
    ...(world.passwords ? { passwordPolicy: world.passwords } : {}),
    ...(world.hashCost ? { hashCost: world.hashCost } : {}),
  })
  const qrPrefix = `${world.publicUrl}/c/`
  const starts = new StartBook()
  const consumer = createFactHandler({ clock, live, starts })
  const gateway = createGateway({
    db: db.as(PILES),
    live,
    log,
    decider: createStartDecider(clock, starts, live),
    consumer,
    ...(world.gateway ? { settings: world.gateway } : {}),
    now: () => clock.now(),
  })
  const dayOf = async (tx: Tx, tenantId: string, at: number) => {
    const tenant = await tenantById(tx, tenantId)
    return businessDayOf(at, tenant?.zone ?? 'Asia/Shanghai')
  }
  const ownerNames: OwnerNames = async ({ tx, caller, language }, index, type, ids) => {
    if (type === 'member') return namesOfRecords(tx, index, 'members.member', ids, language, caller)
    if (type === 'company') return namesOfRecords(tx, index, 'companies.company', ids, language, caller)
    return type === 'channel' ? namesOfClearing(tx, caller.tenantId, ids) : new Map()
  }
  const ledger = ledgerModule({
    followers: [
      followMemberReversals,
      followReversals({ live }),
      followPaymentReversals,
      followPayablesReversals,
      followReconciled,
    ],
    checks: BOOK_CHECKS,
    dayOf,
    ownerNames,
  })
  const companies = companiesModule({ companiesInUse: companiesWithDocuments, now: () => clock.now() })
  const assets = assetsModule({
    runningSessions,
    powerNow: (tx, ids) => powerNow(tx, ids, clock.now()),
    pricesNow: (tx, caller, ids) => pricesOfStations(tx, caller, ids, clock.now()),
    pilesWithHistory,
    connectorStates,
    modelsInUse: modelsWithPoints,
    pilesReporting,
    operatorNames: async (tx, ids, language) =>
      new Map((await operatorsByIds(tx, ids, language)).map(one => [one.id, one.name])),
    evsesChanged: pile => gateway.evsesChanged(pile),
    qrPrefix,
    live,
  })
  const pricing = pricingModule({ live, clock, pastSessions })
  const charging = chargingModule({ piles: gatewayPiles(gateway), live, clock, whoMay: peopleWho })
  const finance = financeModule({
    signer: daySigner(world.secrets.daySigning),
    clock,
    live,
    db,
    ...(world.outside ? { outside: world.outside } : {}),
  })
  const platform = createPlatform({
    live,
    clock,
    backups: {
      service: world.backups ?? null,
      confirmPassword: call => identity.confirmPassword(call),
      linkKey: new Uint8Array(
        hkdfSync('sha256', Buffer.from(world.secrets.login, 'hex'), '', 'wattyard backup links', 32),
      ),
      now: () => clock.now(),
    },
  })
  const devices = gatewayModule(gateway, {
    qrPrefix,
    confirmPassword: call => identity.confirmPassword(call),
    live,
    log,
    pointNetworks: world.pointNetworks ?? [],
    pileAddress: world.pileAddress ?? null,
    now: () => clock.now(),
  })
  const members = membersModule({ ...paymentsForMembers, ...chargingForMembers })
  const standIn = world.wechatPayStandIn ?? null
  const channelWorld: ChannelWorld = {
    db,
    clock,
    live,
    channelsInUse: async (tx, tenantId, ids) =>
      new Set([...(await channelsWithFiles(tx, tenantId, ids)), ...(await channelsWithDocuments(tx, tenantId, ids))]),
    sealKey,
    places: {
      wechatPay: standIn ?? WECHAT_PAY,
      // This machine is reached for the stand-in alone, and the stand-in alone is spoken to without encryption.
      reach: internetReach(standIn === null ? [] : [new URL(standIn).host]),
      ownOrigin: world.paymentAddress ?? null,
    },
  }
  const payments = paymentsModule(channelWorld)
  const payables = payablesModule({ clock, live, follower: followCompanyPayments })
  const reconciliation = reconciliationModule({ db, clock, live, dayOf, doors: createChannelDoors(channelWorld) })
  // Whatever they tell people passes through notifications.
  const speaking: readonly ServerModule[] = [
    ledger,
    companies,
    assets,
    pricing,
    devices,
    members,
    payments,
    payables,
    charging,
    reconciliation,
    finance,
    ...(world.more ?? []),
  ]
  let words: Words | null = null
  const notifications = notificationsModule({
    db,
    live,
    clock,
    messages: [identity.module, platform.module, ...speaking].flatMap(module => module.messages ?? []),
    words: () => (words ??= loadWords(wordFolders())),
    publicUrl: world.publicUrl,
    messenger: identity.messenger,
    letters: identity.module.letters ?? [],
    sealKey,
    outbound: internetReach(world.privateHosts),
    colleagues: (tx, caller) => identity.colleagues(tx, caller),
  })
  const sessions = watchSessions(identity.sessionsAlive)
  let pages: PageAccess | null = null
  const help = helpModule({
    root: ROOT,
    running: runningProduct(ROOT, version, world.commit, clock.now()),
    key: Buffer.from(world.secrets.assistant, 'hex'),
    limits: { reach: internetReach(world.assistantLocalHosts) },
    pages: () => (pages ??= createPageAccess(modules)),
    sessions,
    clock,
    log,
  })
  const modules: readonly ServerModule[] = [identity.module, platform.module, help, notifications, ...speaking]
  identity.learnPages(modules)
  identity.registerDeletionRules(modules)
  platform.learn(modules)
  return { modules, identity, gateway, live, sessions, clock }
}
