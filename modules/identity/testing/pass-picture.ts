import { lettersOf } from '../server/draw-picture.ts'
import { readPreLogin } from '../server/login-key.ts'
import { pictureSeed } from '../server/picture.ts'
import { type Browser, TEST_SECRETS, type SignInServer } from './sign-in-server.ts'

let serial = 0

/** Answers a picture code as a person who reads it does; what asks for one next is let through. */
export async function passPicture({ clock }: Pick<SignInServer, 'clock'>, browser: Browser): Promise<void> {
  const uuid = `seen-picture-${++serial}`
  await browser.get('/servlet/validateCodeServlet', { uuid })
  const preLogin = readPreLogin(browser.cookies.get('prelogin'))
  if (!preLogin) throw new Error('the picture came without its cookie')
  const seed = pictureSeed(Buffer.from(TEST_SECRETS.login, 'hex'), { browser: preLogin.browser, uuid }, clock.now())
  const answer = await browser.post('/api/security/checkcode', { uuid, validateCode: lettersOf(seed) })
  if (!answer.success) throw new Error(`the picture was refused: ${answer.text}`)
}
