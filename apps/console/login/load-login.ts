import { lazyPart, needWords, registerWords } from '@wattyard/console-kit'

const WORDS = 'login'

/** The login page with its words, which nobody needs who is signed in. */
export const LoginPage = lazyPart(async () => {
  registerWords(WORDS, {
    zh: () => import('../locales/login/zh.json'),
    en: () => import('../locales/login/en.json'),
    es: () => import('../locales/login/es.json'),
  })
  const [page] = await Promise.all([import('./login-page.tsx'), needWords(WORDS)])
  return page.LoginPage
})
