import {
  type Authenticator,
  type Caller,
  type Database,
  type LetterPost,
  type RawCall,
  type Route,
  type ServerModule,
  type SessionsAlive,
  type Tx,
  type DeletionBlocker,
  type PageAccess,
  serveCall,
} from '@wattyard/server-kit'
import { collectDeletionRules, outsideTransaction, createPageAccess, serverModule } from '@wattyard/server-kit'
import { type Clock, systemClock } from '@wattyard/time'
import { listPermissions } from '../contract/calls/person.ts'
import { registry } from '../contract/registry.ts'
import { PLATFORM_PERMISSIONS } from '../contract/tenancy.ts'
import { IDENTITY_MESSAGES } from './messages.ts'
import { ASKS_PER_MINUTE, askForPageRoute } from './people/ask-for-page.ts'
import { accountRoutes } from './people/account-routes.ts'
import { type CodeCaps, removeOldCounts, SHIPPED_CAPS } from './passwords/code-caps.ts'
import { factorRoutes } from './second-factor/factor-routes.ts'
import { sessionAuthenticator } from './sessions/find-caller.ts'
import { bindingRoutes, CODES_PER_MINUTE } from './messaging-app/binding-routes.ts'
import { type MessagingAppChoice, messagingApp } from './messaging-app/choose-messaging-app.ts'
import { type Colleague, colleaguesOf } from './people/colleagues.ts'
import { questionRoutes } from './people/account-questions.ts'
import { forgottenRoutes, QUESTIONS_PER_MINUTE } from './passwords/forgotten-routes.ts'
import { freeTryRoute, TRIES_PER_MINUTE } from './sign-in/free-try.ts'
import { type HashCost, passwordHasher } from './passwords/hash-password.ts'
import { LastSeen } from './sessions/last-seen.ts'
import { removeOldAttempts } from './sign-in/login-attempts.ts'
import { meRoutes } from './people/me-routes.ts'
import { officeRoutes, type StationCounts } from './offices/office-routes.ts'
import type { MessagingApp } from './messaging-app/messaging-app.ts'
import { oneAtATime } from './sign-in/one-at-a-time.ts'
import { noteCalls } from './sessions/note-calls.ts'
import { ownInfoRoute } from './people/own-info.ts'
import { ownPasswordRoutes } from './passwords/own-password.ts'
import { passwordPolicyRoute } from './passwords/password-policy-route.ts'
import { DEMO_PASSWORDS, type PasswordPolicy, STAFF_PASSWORDS } from './passwords/password-policy.ts'
import { type DemoOptions, type DemoTenant, prepareDemoTenant } from './prepare-demo-tenant.ts'
import { PICTURE_AFTER, PICTURE_QUIET_MS, removeOldPictures } from './picture/picture.ts'
import { pictureRoutes } from './picture/picture-routes.ts'
import {
  type Installation,
  type InstallationOptions,
  PASSWORD_FILE,
  prepareInstallation,
} from './prepare-installation.ts'
import { type PasswordInput, withPassword } from './sessions/reauthenticate.ts'
import { warnOfAge } from './passwords/warn-of-age.ts'
import { removeUnconfirmed } from './second-factor/second-factor.ts'
import { removeOldResetCodes } from './passwords/reset-code.ts'
import { invitationRoutes } from './people/invitation-routes.ts'
import { tidyInvitations } from './people/invitation.ts'
import { byHand, IDENTITY_LETTERS } from './people/letters.ts'
import { tidyRegistrations } from './people/registration.ts'
import { registrationRoute } from './people/registration-routes.ts'
import { removeOldPairings, createPairingService } from './messaging-app/pairing.ts'
import { seenSessionRoutes } from './sessions/seen-sessions.ts'
import { deletionRoutes } from './tenants/deletion-routes.ts'
import { type DeletionRun, workDeletions } from './tenants/delete-tenants.ts'
import { exportRoutes } from './tenants/export-routes.ts'
import { IDENTITY_DELETION_RULES } from './deletion-rules.ts'
import type { DeletionBlockersOf } from './tenants/tenant-deletion.ts'
import { workExports } from './tenants/tenant-exports.ts'
import { tenantRoutes } from './tenants/tenant-routes.ts'
import type { FiguresOf } from './tenants/tenant-service.ts'
import { tenantById } from './tenants/tenant-facts.ts'
import type { RowsSeenBy } from './rights/preview-reach.ts'
import { serveDuty } from './rights/serve-duty.ts'
import { serveOffice } from './offices/serve-office.ts'
import { serveRegistration } from './people/serve-registration.ts'
import { serveRole } from './rights/serve-role.ts'
import { serveTenant } from './tenants/serve-tenant.ts'
import { serveUser } from './people/serve-user.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { sessionsAlive } from './sessions/sessions-alive.ts'
import { removeOldSessions, SESSION_LENGTHS, type SessionLengths } from './sessions/sessions.ts'
import { AddressThrottle, RecentFails } from './sign-in/throttle.ts'

export interface IdentityOptions {
  profile: 'demo' | 'production'
  /** The database, needed for sign-in: a password is checked outside any transaction. */
  db: Database
  /** 64 hex digits each, the same in every process. `login` derives login keys; `factors` seals second-factor secrets. */
  secrets: { login: string; factors: string }
  version: string
  product?: string
  clock?: Clock
  /** The first administrator's password was given in the environment, so no file holds it. */
  adminPasswordGiven?: boolean
  /** Cost of password hashes; tests take a small one. */
  hashCost?: HashCost
  sessionLengths?: SessionLengths
  /** Deviations from the profile's rules for new passwords. */
  passwordPolicy?: Partial<PasswordPolicy>
  /** Failed sign-ins of an account or address before a picture code is required; three when absent. */
  pictureAfter?: number
  /** Whether anybody can view the demonstration as a guest; when absent, in the demo profile only. */
  freeTry?: boolean
  /** Sends codes and links to people; when absent, an administrator passes them on. */
  letters?: LetterPost
  /** The app for binding accounts. When absent: the stand-in in the demo profile, none in production. */
  messagingApp?: MessagingAppChoice
  /**
   * Returns the number of stations per operator that a caller sees, from a module above this one. Absent: offices show no number.
   */
  stationCounts?: StationCounts
  /** Counts what somebody would see, from modules above this one. Absent: previews of rights show no numbers. */
  rowsSeenBy?: RowsSeenBy
  /** Folder for exports of tenants; without one, no exports are possible. */
  exportFolder?: string
  /** Days between the approval of a tenant's deletion and its beginning; thirty when absent. */
  deletionDays?: (tx: Tx, homeId: string) => Promise<number>
  /** Codes for forgotten passwords in a day; as shipped when absent. */
  codeCaps?: CodeCaps
  /** Stations, piles and orders of tenants, from modules above this one. */
  tenantFigures?: FiguresOf
  log?: { warn(detail: object, message: string): void }
}

export interface Identity {
  module: ServerModule
  authenticator: Authenticator
  /** Home tenant, owner and roles on first start, in a transaction of the platform; after `registerPermissions`. */
  prepareInstallation(tx: Tx, options: Omit<InstallationOptions, 'profile' | 'permissions'>): Promise<Installation>
  /** Offices, roles and people of the demonstration, once. */
  prepareDemoTenant(tx: Tx, options: DemoOptions): Promise<DemoTenant>
  /** Passes the existing permissions after all modules are mounted. Before that, none is refused as unknown. */
  registerPermissions(permissions: readonly string[]): void
  /** Passes the built pages with their rules. Before that, nobody has a menu. */
  learnPages(modules: readonly ServerModule[]): void
  /** Passes the modules' deletion rules. Before that, no deletion proceeds. */
  registerDeletionRules(
    modules: readonly Pick<ServerModule, 'name' | 'tenantDeletion' | 'deletionBlockers' | 'releaseTenant'>[],
  ): void
  /** Starts due deletions and continues running ones. `chunk` sets the rows per chunk, for tests. */
  workDeletions(signal: AbortSignal, chunk?: number): Promise<DeletionRun>
  /**
   * Asks the caller of a raw route for the password again, as identity's own routes do.
   * @throws Refusal
   */
  confirmPassword(call: RawCall<PasswordInput>): Promise<Caller>
  /** Returns which sessions with open streams are still valid; a stream ends with its session. */
  sessionsAlive: SessionsAlive
  /** Returns the people that a caller can write to, with their presence. */
  colleagues(tx: Tx, caller: Caller): Promise<Colleague[]>
  /** The app for binding accounts, as a channel for messages. */
  messenger: Pick<MessagingApp, 'name' | 'notify'> | null
  /** Writes the data that is still only in memory. Call it before the database closes. */
  flush(): Promise<void>
}

/** Pause between two looks for exports in line. */
const EXPORTS_EVERY_MS = 5_000

/** Days in which an approved deletion can be withdrawn, unless the installation has another setting. */
const DELETION_DAYS = 30

const KEY_BYTES = 32

function permissionRoute(known: () => readonly string[] | null): Route {
  return serveCall(listPermissions, {
    work: 'read',
    // Permissions of the platform are not shown to other tenants.
    handle: async ({ caller }) => ({
      list: (known() ?? []).filter(one => caller.isPlatform === true || !PLATFORM_PERMISSIONS.has(one)),
    }),
  })
}

function keyFrom(hex: string, name: string): Buffer {
  const key = Buffer.from(hex, 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`the secret "${name}" needs ${KEY_BYTES * 2} hex digits`)
  return key
}

/** Creates tenants, people, roles and sessions, wired for one server process. */
export function createIdentity(options: IdentityOptions): Identity {
  const { db, profile, clock = systemClock } = options
  const lengths = options.sessionLengths ?? SESSION_LENGTHS
  const policy = { ...(profile === 'production' ? STAFF_PASSWORDS : DEMO_PASSWORDS), ...options.passwordPolicy }
  const loginSecret = keyFrom(options.secrets.login, 'login')
  const sealKey = keyFrom(options.secrets.factors, 'factors')
  const product = options.product ?? 'Wattyard'
  const hasher = passwordHasher(options.hashCost)
  const lastSeen = new LastSeen(db)
  let permissions: readonly string[] | null = null
  let pages: PageAccess = createPageAccess([])
  const known = () => permissions
  const pending = new Set<Promise<void>>()
  /** A failure here has no effect on the answer, which was already sent; the caller asks again. */
  const later = (work: () => Promise<void>): void => {
    const task = outsideTransaction(work)
      .catch(() => {})
      .finally(() => pending.delete(task))
    pending.add(task)
  }
  const world = {
    db,
    clock,
    loginSecret,
    sealKey,
    hasher,
    lengths,
    addresses: new AddressThrottle(),
    answers: new AddressThrottle(),
    failures: new RecentFails(PICTURE_QUIET_MS),
    pictureAfter: options.pictureAfter ?? PICTURE_AFTER,
    perAccount: oneAtATime(),
    issuer: product,
    lastSeen,
    profile,
    app: messagingApp(options.messagingApp ?? { kind: profile === 'demo' ? 'standIn' : 'off' }, {
      db,
      clock,
      sealKey,
      log: options.log,
      note: noteCalls(db, later),
    }),
    codes: new AddressThrottle(CODES_PER_MINUTE),
  }
  const authenticator = sessionAuthenticator(clock, lengths, lastSeen, profile, policy)
  const letters = options.letters ?? byHand
  const questions = new AddressThrottle(QUESTIONS_PER_MINUTE)
  const strangers = { ...world, policy, letters, questions, later, caps: options.codeCaps ?? SHIPPED_CAPS }
  const tenantDesk = {
    ...world,
    policy,
    profile,
    permissions: known,
    figuresOf: options.tenantFigures ?? (async () => new Map()),
    folder: options.exportFolder,
    version: options.version,
  }
  let deleting: readonly Pick<ServerModule, 'name' | 'tenantDeletion' | 'deletionBlockers' | 'releaseTenant'>[] = []
  const obstaclesOf: DeletionBlockersOf = async (tx, tenantId) => {
    const found: DeletionBlocker[] = []
    // One after the other: they share a connection.
    for (const { deletionBlockers } of deleting) found.push(...((await deletionBlockers?.(tx, tenantId)) ?? []))
    return found
  }
  const deletions = {
    ...tenantDesk,
    obstaclesOf,
    waitDays: options.deletionDays ?? (async () => DELETION_DAYS),
    rules: () => collectDeletionRules(deleting),
    releaseTenant: (tenantId: string) => {
      for (const { releaseTenant } of deleting) releaseTenant?.(tenantId)
    },
  }
  const isFreeTryOn = options.freeTry ?? profile === 'demo'
  const info = {
    freeTry: isFreeTryOn,
    product,
    version: options.version,
    profile,
    passwordStrength: { minLength: policy.minLength, kinds: policy.kinds },
    passwordFile: options.adminPasswordGiven ? null : PASSWORD_FILE,
  }
  return {
    authenticator,
    module: serverModule(registry, {
      tenantDeletion: IDENTITY_DELETION_RULES,
      houseOf: tx => (tx.tenantId === null ? Promise.resolve(null) : tenantById(tx, tx.tenantId)),
      messages: IDENTITY_MESSAGES,
      letters: IDENTITY_LETTERS,
      served: [
        serveTenant(policy),
        serveOffice(),
        serveDuty(),
        serveRole(known),
        serveUser({ clock, hasher, policy, letters }),
        serveRegistration(clock),
      ],
      routes: [
        ...sessionRoutes(world),
        ...pictureRoutes(world),
        freeTryRoute({ ...world, isFreeTryOn, tries: new AddressThrottle(TRIES_PER_MINUTE), permissions: known }),
        ...factorRoutes(world),
        ...bindingRoutes(world),
        ...(world.app ? world.app.routes(createPairingService(db, clock, world.app.name)) : []),
        ...seenSessionRoutes(world),
        ...ownPasswordRoutes({ ...world, policy }),
        passwordPolicyRoute(policy),
        ownInfoRoute(world),
        ...accountRoutes({ pages: () => pages, known, clock, rowsSeenBy: options.rowsSeenBy }),
        ...officeRoutes(options.stationCounts),
        ...tenantRoutes(tenantDesk),
        ...exportRoutes({ ...tenantDesk, callers: authenticator }),
        ...deletionRoutes(deletions),
        ...forgottenRoutes(strangers),
        ...invitationRoutes(strangers),
        registrationRoute(strangers),
        ...questionRoutes({ clock, questions, authenticator }),
        askForPageRoute({ clock, pages: () => pages, asks: new AddressThrottle(ASKS_PER_MINUTE) }),
        ...meRoutes({ ...world, policy, pages: () => pages }, info),
        permissionRoute(known),
      ],
      jobs: [
        { name: 'identity.exports', every_ms: EXPORTS_EVERY_MS, lease_ms: 600_000, run: () => workExports(tenantDesk) },
        {
          name: 'identity.passwordAges',
          cron: '20 7 * * *',
          run: async () => `warned: ${await warnOfAge(db, policy, clock.now())}`,
        },
        {
          name: 'identity.deleteTenants',
          cron: '*/10 * * * *',
          lease_ms: 600_000,
          async run({ signal }) {
            const { begun, rows, ended } = await workDeletions(deletions, signal)
            return `begun: ${begun}, rows: ${rows}, ended: ${ended}`
          },
        },
        {
          name: 'identity.tidy',
          cron: '*/10 * * * *',
          run: () =>
            db.platform(async tx => {
              await removeOldSessions(tx, clock.now())
              await removeOldAttempts(tx, clock.now())
              await removeUnconfirmed(tx, clock.now())
              await removeOldPictures(tx, clock.now())
              await removeOldResetCodes(tx, clock.now())
              await removeOldCounts(tx, clock.now())
              await tidyInvitations(tx, clock.now())
              await removeOldPairings(tx, clock.now())
              await tidyRegistrations(tx, clock.now())
            }),
        },
      ],
    }),
    prepareInstallation: (tx, given) => prepareInstallation(tx, { ...given, profile, permissions }, hasher, policy),
    prepareDemoTenant: (tx, given) => prepareDemoTenant(tx, given, hasher),
    registerPermissions(list) {
      permissions = [...list]
    },
    learnPages(modules) {
      pages = createPageAccess(modules)
    },
    sessionsAlive: sessionsAlive(clock),
    registerDeletionRules(modules) {
      deleting = modules
    },
    workDeletions: (signal, chunk) =>
      workDeletions({ ...deletions, ...(chunk === undefined ? {} : { chunk }) }, signal),
    confirmPassword: call => withPassword(world, call),
    colleagues: (tx, caller) => colleaguesOf(tx, caller, world),
    messenger: world.app,
    async flush() {
      await Promise.all(pending)
      await lastSeen.flush()
    },
  }
}
