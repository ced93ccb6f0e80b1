import { registerModule } from '@wattyard/resource'
import { delivery } from './delivery.ts'
import { notice } from './notice.ts'
import { rule } from './rule.ts'

export const registry = registerModule({
  name: 'notifications',
  resources: [rule, delivery, notice],
  pages: {
    // Everybody has an inbox, except guests.
    '/fwgl/notify': {
      file: 'notify-page.tsx',
      stations: 'notNarrowed',
      words: ['identity'],
      everybody: true,
      notFor: ['guest'],
    },
    '/activity/notice': { file: 'notice/notice-page.tsx', stations: 'notNarrowed', words: ['identity'] },
  },
})
