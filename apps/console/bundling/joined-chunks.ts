import type { Rolldown } from 'vite'

/** Parts of the kit that the frame around the pages draws itself with; what is missing here costs one request, not more. */
const FRAME =
  /\/apps\/console\/(layout\/(?!shell\.tsx)|tabs|session|icon)|\/kernel\/(console\/(faces\/(choice-state|ref-options)|ui\/(drag|button\/icon-button|menu-button|popover)|session|station\/station-filter|live)|resource\/(names|scope-rule)\.)/
const KIT =
  /\/kernel\/(resource|calls|money|time|pages)\/|\/kernel\/console\/(resource|ui|format|exchange|keyboard|station|words|stat|api|documents|faces|module|tree|report)\//
/** Definitions and calls of a module, which its pages and those of others share. */
const contractOf = (id: string): string | null => /\/modules\/([a-z]+)\/contract\//.exec(id)?.[1] ?? null

/**
 * Which modules travel together (decision 382). Left to itself the bundler gives each set of pages that share something a file
 * of its own: more than a hundred for a list, of a few hundred bytes each. A request costs the browser and the server more than
 * the kilobytes that a page loads beyond its need, so what nearly every page uses is one file.
 *
 * The least numbers of pages that share a module keep out what only some use; `npm run build` and the budget show the effect. A new page
 * is one more to share a module: a number that it reaches has to go up with it.
 */
export const JOINED_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 6 },
  { name: 'frame', test: FRAME, minShareCount: 2, priority: 5 },
  { name: 'icons', test: /@ant-design\/icons(-svg)?\//, minShareCount: 3, priority: 4 },
  { name: 'kit', test: KIT, minShareCount: 30, priority: 3 },
  { name: 'fields', test: /\/node_modules\/(antd|@rc-component)\//, minShareCount: 44, priority: 2 },
  { name: contractOf, debugName: 'contract', minShareCount: 3, priority: 1 },
]
