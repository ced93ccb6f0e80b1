import type { Plugin } from 'vite'

/** First line of a script whose functions the browser is to compile with it; scripts/console-budget.mjs looks for it. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks the browser to compile all functions of a script while it arrives, beside the main thread (decision 405). V8 else compiles
 * each at its first call, on every load anew: what it keeps of a script from load to load is what was compiled when the script
 * had run, and React calls most functions later. Browsers that do not know the line read a comment.
 */
export const compiledAtOnce: Plugin = {
  name: 'wattyard:compiled-at-once',
  apply: 'build',
  enforce: 'post',
  augmentChunkHash: () => HINT,
  generateBundle: {
    // After Vite has put its own line before the text of a chunk: the hint counts only where no code stands before it.
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = HINT + part.code
    },
  },
}
