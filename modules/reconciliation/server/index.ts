export { channelItemsOf, createChannelItems } from './channel-items.ts'
export { type ChannelFile, faultOf, type FileFault, type ItemReader } from './channel-file.ts'
