import { lazyPart, needWords, registerWords } from '@wattyard/console-kit'

const WORDS = 'login'

function registerLoginWords(): void {
  registerWords(WORDS, {
    zh: () => import('../locales/login/zh.json'),
    en: () => import('../locales/login/en.json'),
    es: () => import('../locales/login/es.json'),
  })
}

/** The login page with its words, which nobody needs who is signed in. */
export const LoginPage = lazyPart(async () => {
  registerLoginWords()
  const [page] = await Promise.all([import('./login-page.tsx'), needWords(WORDS)])
  return page.LoginPage
})

/** The sign-in over a page whose session has ended. */
export const AgainDialog = lazyPart(async () => {
  registerLoginWords()
  const [part] = await Promise.all([import('./again-dialog.tsx'), needWords(WORDS)])
  return part.AgainDialog
})
