// Browser journeys in Debian's Chromium against the running product, with the console built from the sources as they are.
import { existsSync } from 'node:fs'
import { step, tool } from './setup.mjs'

if (!['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some(path => existsSync(path))) {
  console.error('no Chromium found: apt-get install chromium fonts-noto-cjk')
  process.exit(1)
}
// Does nothing when the console is built from these very sources, as it is in npm test.
step('', ['scripts/build.mjs'])
step('', [
  tool('@playwright/test', 'playwright'),
  'test',
  '--config',
  'tests/journeys/playwright.config.ts',
  ...process.argv.slice(2),
])
