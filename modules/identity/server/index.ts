export { joinedAccounts, mustBeTwoPeople } from './account-hand.ts'
export type { MessagingAppChoice } from './choose-messaging-app.ts'
export type { Colleague } from './colleagues.ts'
export { checkListening, isLoopback } from './check-listening.ts'
export { createIdentity, type Identity, type IdentityOptions } from './create-identity.ts'
export { createTenant, insertRole, insertUser, type NewRole, type NewTenant, type NewUser } from './create-tenant.ts'
export { endEverySession } from './end-every-session.ts'
export { HASH_COST, type HashCost, passwordHasher, type PasswordHasher } from './hash-password.ts'
export { deletedTenants, mustKeepLimit, suspendedTenants } from './tenant-limits.ts'
export type { FiguresOf, TenantFigures } from './tenant-desk.ts'
export type { StationCounts } from './office-routes.ts'
export { scopeOfInvestor } from './scope-of-investor.ts'
export { readOwnFile, writeOwnFile } from './own-file.ts'
export { MLPS_PASSWORDS, type PasswordPolicy } from './password-policy.ts'
export { DEMO_PASSWORDS_FILE, type DemoOptions, type DemoTenant } from './prepare-demo-tenant.ts'
export {
  FIRST_ADMINISTRATOR,
  type Installation,
  type InstallationOptions,
  PASSWORD_FILE,
} from './prepare-installation.ts'
export { SESSION_LENGTHS, type SessionLengths } from './sessions.ts'
export {
  activeOperators,
  activeTenants,
  tenantsByBooks,
  homeTenant,
  operatorsByIds,
  type OperatorName,
  tenantById,
  type TenantFacts,
} from './tenant-facts.ts'
export type { AppMessage, MessagingApp } from './messaging-app.ts'
export { type Concern, peopleWho } from './people-who.ts'
export { activePeople, type Recipient, recipients } from './recipients.ts'
export { type RoleAsVisitor, rolesAsVisitors } from './roles-as-visitors.ts'
