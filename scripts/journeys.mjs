// Browser journeys in Debian's Chromium against the running product.
import { existsSync } from 'node:fs'
import { step, tool } from './setup.mjs'

if (!['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some(path => existsSync(path))) {
  console.error('no Chromium found: apt-get install chromium fonts-noto-cjk')
  process.exit(1)
}
step('', [
  tool('@playwright/test', 'playwright'),
  'test',
  '--config',
  'tests/journeys/playwright.config.ts',
  ...process.argv.slice(2),
])
