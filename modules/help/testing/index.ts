export { type Behaviour, ChatService, piece, saying } from './chat-service.ts'
