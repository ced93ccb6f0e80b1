import { lettersOf } from '../server/picture/draw-picture.ts'
import { readPreLogin } from '../server/sign-in/login-key.ts'
import { pictureSeed } from '../server/picture/picture.ts'
import { type Browser, TEST_SECRETS, type SignInServer } from './sign-in-server.ts'

/** Letters of a picture code that was just shown. @param secret the installation's key for sign-in, hex */
export function lettersShown(secret: string, preLoginCookie: string | undefined, uuid: string, now: number): string {
  const preLogin = readPreLogin(preLoginCookie)
  if (!preLogin) throw new Error('the picture came without its cookie')
  return lettersOf(pictureSeed(Buffer.from(secret, 'hex'), { browser: preLogin.browser, uuid }, now))
}

let serial = 0

/** Answers a picture code correctly; the next call that requires one is allowed. */
export async function passPicture({ clock }: Pick<SignInServer, 'clock'>, browser: Browser): Promise<void> {
  const uuid = `seen-picture-${++serial}`
  await browser.get('/servlet/validateCodeServlet', { uuid })
  const validateCode = lettersShown(TEST_SECRETS.login, browser.cookies.get('prelogin'), uuid, clock.now())
  const answer = await browser.post('/api/security/checkcode', { uuid, validateCode })
  if (!answer.success) throw new Error(`the picture was refused: ${answer.text}`)
}
