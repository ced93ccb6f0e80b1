export { joinedAccounts, mustBeTwoPeople } from './people/account-hand.ts'
export type { MessagingAppChoice } from './messaging-app/choose-messaging-app.ts'
export type { Colleague } from './people/colleagues.ts'
export { checkListening, isLoopback } from './sessions/check-listening.ts'
export { createIdentity, type Identity, type IdentityOptions } from './create-identity.ts'
export {
  createTenant,
  insertRole,
  insertUser,
  type NewRole,
  type NewTenant,
  type NewUser,
} from './tenants/create-tenant.ts'
export { callerOfPerson, stillMay } from './sessions/callers-of-tenant.ts'
export { AddressThrottle } from './sign-in/throttle.ts'
export { removeLostFactors } from './second-factor/second-factor.ts'
export { endEverySession } from './sessions/end-every-session.ts'
export {
  HASH_COST,
  type HashCost,
  LEAST_HASH_COST,
  passwordHasher,
  type PasswordHasher,
} from './passwords/hash-password.ts'
export { deletedTenants, mustKeepLimit, suspendedTenants } from './tenants/tenant-limits.ts'
export type { FiguresOf, TenantFigures } from './tenants/tenant-service.ts'
export type { StationCounts } from './offices/office-routes.ts'
export type { RowsSeenBy } from './rights/preview-reach.ts'
export { scopeOfInvestor } from './rights/scope-of-investor.ts'
export { readOwnFile, writeOwnFile } from './people/own-file.ts'
export { MLPS_PASSWORDS, type PasswordPolicy } from './passwords/password-policy.ts'
export { DEMO_PASSWORDS_FILE, type DemoOptions, type DemoTenant } from './prepare-demo-tenant.ts'
export {
  FIRST_ADMINISTRATOR,
  type Installation,
  type InstallationOptions,
  PASSWORD_FILE,
} from './prepare-installation.ts'
export { SESSION_LENGTHS, type SessionLengths } from './sessions/sessions.ts'
export {
  activeOperators,
  activeTenants,
  tenantsByBooks,
  homeTenant,
  operatorsByIds,
  type OperatorName,
  productionTenant,
  tenantById,
  type TenantFacts,
} from './tenants/tenant-facts.ts'
export type { AppMessage, MessagingApp } from './messaging-app/messaging-app.ts'
export { type Concern, peopleWho } from './people/people-who.ts'
export { keepLastSignIn } from './sign-in/keep-last-sign-in.ts'
export { activePeople, type Recipient, recipients } from './people/recipients.ts'
export { type RoleAsVisitor, rolesAsVisitors } from './rights/roles-as-visitors.ts'
