// Browser journeys in Debian's Chromium against the running product, with the console built from the sources as they are.
import { step, tool } from './setup.mjs'

// Does nothing when the console is built from these very sources, as it is in npm test.
step('', ['scripts/build.mjs'])
step(
  '',
  [
    tool('@playwright/test', 'playwright'),
    'test',
    '--config',
    'tests/journeys/playwright.config.ts',
    ...process.argv.slice(2),
  ],
  // Node itself takes the types away, as for the product: Playwright's own compiler needs 13 s of the processor in a new clone.
  { PW_DISABLE_TS_ESM: '1' },
)
