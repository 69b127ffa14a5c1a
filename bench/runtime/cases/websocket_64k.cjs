// WebSocket messages of 64 KB, there and back.
require('../websocket.cjs')(65536, 1000);
