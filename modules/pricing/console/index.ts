import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

const AskedPublication = lazyPart(async () => (await import('./version/asked-publication.tsx')).AskedPublication)

export const consoleModule: ConsoleModule = {
  name: 'pricing',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  decisions: { 'pricing.version:publish': AskedPublication },
  tones: { 'pricing.version.state': { draft: 'wait', published: 'good', retired: 'idle' } },
}
