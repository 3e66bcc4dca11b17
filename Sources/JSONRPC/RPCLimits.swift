/// What a server takes from its peers before it says no.
package struct RPCLimits: Sendable, Hashable {
  /// The longest line, in bytes without its end.
  package var messageBytes = 1 << 20
  /// The longest line of a user without a role, in bytes.
  package var messageBytesOfStranger = 4096
  /// The longest line of a peer that only reads.
  package var messageBytesOfReader = 65_536
  /// How deep arrays and objects may be nested, the message itself included.
  package var depth = 32
  /// The most values in a message: thousands of them take as long to read as a megabyte of text.
  package var values = 5000
  /// The most entries of a batch.
  package var batchEntries = 100
  /// The longest id, in bytes as written.
  package var idBytes = 256
  /// The most connections at a time.
  package var connections = 1024
  /// The most connections of one user at a time.
  package var connectionsPerUser = 256
  /// The most connections at a time of a user who may call next to nothing.
  package var connectionsPerStranger = 8
  /// Connections beyond each of these that are kept free for urgent calls.
  package var urgentConnections = 32
  /// How long a connection beyond them may take to say its line.
  package var urgentWait = Duration.seconds(5)
  /// All bytes that wait in buffers of all connections together.
  package var bufferedBytes = 64 << 20
  /// The same of the connections of one user: a quarter, but room for one message.
  package var bufferedBytesPerUser: Int { max(bufferedBytes / 4, messageBytes) }
  /// Bytes that each user with a role may hold even when all buffers together are full.
  package var bufferedBytesKept: Int { bufferedBytes / 64 }
  /// Bytes that the connections of a user without a role may hold.
  package var bufferedBytesPerStranger: Int { bufferedBytes / 64 }
  /// Calls of one connection that are not answered yet; then reading stops.
  package var callsInFlight = 64
  /// Calls of one connection that wait for something to happen; more are refused.
  package var callsWaiting = 64
  /// The same of all connections of one user: each commit wakes them, and takes longer for it.
  package var callsWaitingPerUser = 64
  /// The same of a user who passes on the calls of many.
  package var callsWaitingPerGateway = 1024
  /// Calls of one connection that are taken before other connections have their turn. A line of many bytes counts as
  /// several.
  package var callsPerTurn = 16
  /// Calls of all connections that an event loop takes before it reads again.
  package var callsPerTurnOfAll = 64
  /// Bytes that are read of a connection before its turn comes.
  package var bytesReadAhead = 64 << 10
  /// Refusals at once, over all connections of one user, before the connection of each further one pauses.
  package var freeRefusals = 500
  /// How long a refusal takes of its user's time: two milliseconds are 500 in a second.
  package var refusalInterval = Duration.milliseconds(2)
  /// The free refusals of a user who passes on the calls of many.
  package var freeRefusalsOfGateway = 2000
  /// How long a refusal takes of the time of a user who passes on the calls of many.
  package var refusalIntervalOfGateway = Duration.microseconds(500)
  /// Bytes of answers that a peer has not taken; then reading stops.
  package var unsentBytes = 4 << 20
  /// The same while the buffers of its user, or of all, are full.
  package var unsentBytesWhenFull = 64 << 10
  /// Bytes of answers to a batch that are collected before its array begins to be sent.
  package var batchBytes = 1 << 20
  /// How long a peer may read none of the answers that wait for it; then its connection is closed.
  package var stalledOutput = Duration.seconds(30)
  /// Bytes that a peer has not taken; until then it is sent no further notifications. Small, since the feed that they
  /// tell of is stored: nothing needs to be kept for a peer that does not read.
  package var unsentNoticeBytes = 64 << 10
  /// How long a line may stay unfinished.
  package var unfinishedLine = Duration.seconds(30)
  /// Lines in a row that say no call, before the next is read only after ``patience``.
  package var unreadableLines = 32
  /// How long nothing is read from a peer that goes on sending what says no call, and how long one that met a limit
  /// keeps its connection: a peer that sends garbage as fast as it can must not take the time of the others.
  package var patience = Duration.milliseconds(250)

  /// The limits of the contract.
  package init() {}
}
