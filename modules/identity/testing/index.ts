export { codeOf } from './authenticator.ts'
export { answerPairing } from './phone.ts'
export { lettersShown, passPicture } from './pass-picture.ts'
export { aRole, aTenant, aUser, TEST_HASH_COST } from './people.ts'
export {
  aSignedIn,
  Browser,
  encryptedPassword,
  signInServer,
  type SignInServer,
  TEST_SECRETS,
} from './sign-in-server.ts'
export { aDueDeletion, limitTenant, setTenantStatus } from './tenant-state.ts'
