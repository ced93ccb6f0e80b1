import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// The shell without windows draws the same and takes a fifteenth less of the processor.
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => existsSync(path))
if (!CHROMIUM) throw new Error('no Chromium found: apt-get install chromium-headless-shell fonts-noto-cjk')

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  globalSetup: './global-setup.ts',
  // More than cores: with two workers a fifth of them was idle.
  workers: 3,
  timeout: 90_000,
  // A loaded machine may miss a deadline once; a real defect fails every time.
  retries: 2,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../../test-results',
  use: {
    launchOptions: {
      executablePath: CHROMIUM,
      // Names of files that are fetched are Chinese; a machine without a language of its own cannot write them.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages are short-lived: what its optimisers make of their scripts costs more than it saves (a twentieth), and so does
        // collecting what a page leaves long before the machine lacks memory (a seventh).
        '--js-flags=--no-turbofan --no-maglev --initial-heap-size=256 --min-semi-space-size=16',
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
  },
})
