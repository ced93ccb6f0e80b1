import { aRole, aTenant, aUser, type Browser, signInServer, type SignInServer } from '@wattyard/identity/testing'
import {
  createLiveBus,
  type Database,
  deliverOutbox,
  internetReach,
  type LetterKind,
  type LiveEvent,
  type MessageKind,
  newId,
  type OutboxHandler,
  emit,
  type ServerModule,
  col,
} from '@wattyard/server-kit'
import { platformModule } from '@wattyard/platform/server'
import { allWords, testDatabase } from '@wattyard/testing'
import type { Message } from '../contract/index.ts'
import { deliverDue } from '../server/outbox/deliver.ts'
import { kindsOf } from '../server/kinds.ts'
import { letterPost } from '../server/outbox/letter.ts'
import { notificationsModule } from '../server/index.ts'
import { OWN_MESSAGES } from '../server/own-kinds.ts'
import type { NotifyWorld } from '../server/world.ts'

const YEAR_MS = 365 * 86_400_000
export const PASSWORD = 'a passphrase for tests'

/** A message kind like the one the gateway declares. */
export const PILE_OFFLINE: MessageKind = {
  name: 'gateway.pileOffline',
  severity: 'warning',
  topic: 'gateway.pile-offline',
  endedBy: 'gateway.pile-offline-over',
  gathers: true,
  draft: ({ key, body }) => ({
    about: `${key}:${body.since as string | undefined}`,
    subjectId: key,
    params: {
      code: String(body.code),
      name: String(body.code),
      station: '南山',
      subject: String(body.code),
      minutes: '5',
    },
    link: '/device/deviceView',
    may: ['assets.pile:read'],
    stationId: (body.stationId as string | undefined) ?? null, // tests write it
  }),
}

export const BOOKS_WRONG: MessageKind = {
  name: 'ledger.booksWrong',
  severity: 'critical',
  topic: 'ledger.verification-failed',
  compulsory: true,
  draft: ({ body }) => ({
    about: String(body.day),
    params: { count: '2', day: String(body.day) },
    link: '/cwdata4/dailyBill',
    may: ['ledger.account:read'],
  }),
}

/** A kind of which nobody has to know any more once it is done. */
export const REFUND_ASKED: MessageKind = {
  name: 'payments.refundAsked',
  severity: 'warning',
  topic: 'payments.refund-asked',
  endedBy: 'payments.refund-decided',
  draft: ({ key, body }) => ({
    about: key,
    params: { subject: String(body.number), amount: { money: '300.00' }, name: '李娜' },
    link: '/wallet/refundBill',
    may: ['payments.refund:approve'],
  }),
}

export interface Person {
  id: string
  loginName: string
  browser: Browser
}

export interface NotifyServer {
  db: Database
  server: SignInServer
  module: ServerModule
  world: NotifyWorld
  tenantId: string
  /** Live events published to screens. */
  heard: LiveEvent[]
  /** Publishes an outbox event and delivers it, as in production. */
  news(topic: string, key: string, body: object, of?: string): Promise<void>
  /** Delivers outbox events published by others. */
  listen(): Promise<void>
  person(
    permissions: string[],
    over?: Partial<Parameters<typeof aUser>[2]> & { rowScope?: 'assigned'; of?: { tenantId: string; code: string } },
  ): Promise<Person>
  inbox(
    person: Person,
    query?: Record<string, unknown>,
    language?: string,
  ): Promise<{ list: Message[]; unread: number; next: string | null }>
  /** Advances the clock; everyone stays signed in. */
  later(ms: number): Promise<void>
  /** Sends what is due. */
  deliver(): Promise<number>
  close(): Promise<void>
}

/** The module with identity and platform, real sessions, and a clock set by the test. */
export async function notifyServer(over: Partial<NotifyWorld> & { kinds?: never } = {}): Promise<NotifyServer> {
  const db = await testDatabase()
  const live = createLiveBus()
  const heard: LiveEvent[] = []
  live.subscribe(event => heard.push(event))
  const { tenantId } = await aTenant(db, { code: 'home', isHome: true })
  // The server creates the clock, but the module needs it earlier.
  const late: { server?: SignInServer } = {}
  const started = (): SignInServer => {
    if (!late.server) throw new Error('the server has not started')
    return late.server
  }
  const words = allWords()
  const options = {
    db,
    live,
    clock: { now: () => started().clock.now() },
    words: () => words,
    publicUrl: 'https://charge.example',
    messenger: null,
    sealKey: Buffer.alloc(32, 7),
    outbound: internetReach(),
    colleagues: ((tx, caller) => started().identity.colleagues(tx, caller)) satisfies NotifyWorld['colleagues'],
    ...over,
  }
  const declared = [...(platformModule.messages ?? []), PILE_OFFLINE, BOOKS_WRONG, REFUND_ASKED]
  const fromIdentity: MessageKind[] = []
  const letters: LetterKind[] = []
  const module = (): ServerModule =>
    notificationsModule({ ...options, messages: [...fromIdentity, ...declared], letters })
  // Identity's own kinds are known once it is created; a first server is created only for them.
  const probe = await signInServer({ db })
  fromIdentity.push(...(probe.identity.module.messages ?? []))
  letters.push(...(probe.identity.module.letters ?? []))
  await probe.close()
  const made = module()
  const server = await signInServer({
    db,
    modules: [platformModule, made],
    letters: letterPost({
      kinds: () => letters,
      messenger: () => options.messenger,
      sealKey: options.sealKey,
      now: () => started().clock.now(),
    }),
    // Tests advance the clock by days.
    sessionLengths: { idle_ms: YEAR_MS, absolute_ms: YEAR_MS, rememberIdle_ms: YEAR_MS, rememberAbsolute_ms: YEAR_MS },
  })
  late.server = server
  const world: NotifyWorld = { ...options, kinds: kindsOf([...fromIdentity, ...declared, ...OWN_MESSAGES], letters) }
  const handlers = new Map<string, OutboxHandler[]>()
  for (const [topic, handler] of Object.entries(made.handles ?? {})) handlers.set(topic, [handler])
  const listen = async (): Promise<void> => {
    while ((await deliverOutbox(db, handlers)) > 0);
    const failed = await db.platform(tx =>
      tx.query({ last_error: col.text }, 'select last_error from kernel_outbox where last_error is not null'),
    )
    if (failed[0]) throw new Error(failed[0].last_error)
  }
  return {
    db,
    server,
    module: made,
    world,
    tenantId,
    heard,
    listen,
    async news(topic, key, body, of = tenantId) {
      await db.tenant(of, tx => emit(tx, [{ tenantId: of, topic, key, body: { ...body } }]))
      await listen()
    },
    async person(permissions, { rowScope, of, ...rest } = {}) {
      const home = of?.tenantId ?? tenantId
      const role = await aRole(db, home, { permissions, ...(rowScope ? { rowScope } : {}) })
      const { id, loginName } = await aUser(db, home, { password: PASSWORD, roleIds: [role], ...rest })
      const browser = server.browser(`192.0.2.${10 + Math.floor(Math.random() * 200)}`)
      const answer = await browser.signIn(of ? `${loginName}@${of.code}` : loginName, PASSWORD)
      if (!answer.success) throw new Error(`${loginName}: ${answer.text}`)
      return { id, loginName, browser }
    },
    inbox: async ({ browser }, query = {}, language = 'zh') =>
      (await browser.get('/api/msg/list', query, { headers: { 'accept-language': language } })).data as {
        list: Message[]
        unread: number
        next: string | null
      },
    async later(ms) {
      server.clock.advance(ms)
    },
    deliver: () => deliverDue(db, world),
    async close() {
      await server.close()
      await db.close()
    },
  }
}

/** A unique event key. */
export const aKey = (): string => newId()
