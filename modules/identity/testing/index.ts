export { codeOf } from './authenticator.ts'
export { passPicture } from './pass-picture.ts'
export { aRole, aTenant, aUser, TEST_HASH_COST } from './people.ts'
export { Browser, encryptedPassword, signInServer, type SignInServer, TEST_SECRETS } from './sign-in-server.ts'
