import { registerModule } from '@wattyard/resource'

export const registry = registerModule({
  name: 'help',
  pages: {
    '/help/index': { file: 'help/help-index-page.tsx', everybody: true },
    // What the product is made of concerns those who run it.
    '/help/about': { file: 'about/about-page.tsx', everybody: true, notFor: ['guest'] },
  },
})
