export { codeOf } from './authenticator.ts'
export { aRole, aTenant, aUser, TEST_HASH_COST } from './people.ts'
export { Browser, encryptedPassword, signInServer, type SignInServer } from './sign-in-server.ts'
