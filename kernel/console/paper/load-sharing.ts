import { lazyPart } from '../ui/lazy-part.tsx'
import { needWords, registerWords } from '../words/words.ts'

const WORDS = 'sharing'

/** Loads the components and words of share links. They are a chunk of their own, because most visits never show them. */
async function load() {
  registerWords(WORDS, {
    zh: () => import('../locales/sharing/zh.json'),
    en: () => import('../locales/sharing/en.json'),
    es: () => import('../locales/sharing/es.json'),
  })
  const [dialog, drawer] = await Promise.all([
    import('./share-dialog.tsx'),
    import('./shares-drawer.tsx'),
    needWords(WORDS),
  ])
  return { ShareDialog: dialog.ShareDialog, SharesDrawer: drawer.SharesDrawer }
}

export const ShareDialog = lazyPart(async () => (await load()).ShareDialog)
export const SharesDrawer = lazyPart(async () => (await load()).SharesDrawer)
