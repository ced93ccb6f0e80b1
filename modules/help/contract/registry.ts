import { registerModule } from '@wattyard/resource'

export const registry = registerModule({
  name: 'help',
  pages: {
    '/help/index': { file: 'help/help-index-page.tsx', stations: 'notNarrowed', everybody: true },
    // The list of components is for people who run the product.
    '/help/about': { file: 'about/about-page.tsx', stations: 'notNarrowed', everybody: true, notFor: ['guest'] },
  },
})
