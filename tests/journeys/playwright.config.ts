import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  globalSetup: './global-setup.ts',
  workers: 2,
  timeout: 90_000,
  // A loaded machine may miss a deadline once; a real defect fails every time.
  retries: 2,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../../test-results',
  use: {
    ...(CHROMIUM
      ? {
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
            ],
          },
        }
      : {}),
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
  },
})
