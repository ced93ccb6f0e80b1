import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const HELP_PAGES: PageRules = {
  '/help/index': {},
  // What the product is made of concerns those who run it.
  '/help/about': { notFor: ['guest'] },
}
