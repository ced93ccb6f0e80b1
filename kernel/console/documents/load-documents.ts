import { lazyPart } from '../ui/lazy-part.tsx'
import { needWords, registerWords } from '../words/words.ts'

const WORDS = 'documents'

/** Loads the components and words of files and rich texts. They are a chunk of their own, because most pages never show them. */
async function load() {
  registerWords(WORDS, {
    zh: () => import('../locales/documents/zh.json'),
    en: () => import('../locales/documents/en.json'),
    es: () => import('../locales/documents/es.json'),
  })
  const [parts] = await Promise.all([import('./documents.ts'), needWords(WORDS)])
  return parts
}

export const FileCell = lazyPart(async () => (await load()).FileCell)
export const FilesShown = lazyPart(async () => (await load()).FilesShown)
export const FileControl = lazyPart(async () => (await load()).FileControl)
export const FileList = lazyPart(async () => (await load()).FileList)
export const RichTextCell = lazyPart(async () => (await load()).RichTextCell)
export const RichTextShown = lazyPart(async () => (await load()).RichTextShown)
/** Draws a rich text that belongs to a page instead of a field. */
export const RichTextView = lazyPart(async () => (await import('../rich-text/draw-rich-text.tsx')).DrawRichText)
export const RichTextControl = lazyPart(async () => {
  const [{ RichTextEditor }] = await Promise.all([import('../rich-text/rich-text-editor.tsx'), load()])
  return RichTextEditor
})
