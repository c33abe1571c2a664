SHELL := /bin/bash
.DELETE_ON_ERROR:
MVN ?= mvn -q -B

# The image to build on. Empty: one made from a JDK 25 of this machine (JDK=FOLDER when it is not found). Otherwise an
# image with a Java 25 runtime for glibc, by name (BASE=eclipse-temurin:25-jre) or as an archive (BASE=tar:///path/base.tar).
BASE ?=
# The image's name in its archive. Empty: laptimer.test/laptimer with a tag made from its content.
IMAGE ?=

image_tar := target/laptimer-image.tar
test_class_path := target/test-class-path
sources := pom.xml $(shell find src/main crds -type f 2>/dev/null)

.PHONY: bench help build test crds format image k8s e2e e2e-install test-classes always

help: ## say what there is
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

build: ## build target/laptimer.jar, without tests
	$(MVN) package -DskipTests

# What the tests need and no package has is in target/tools
test: export PATH := $(CURDIR)/target/tools:$(PATH)
test: ## install what the tests need (root, on Debian or Ubuntu), check the format, run all tests but the end-to-end ones
	scripts/test-prerequisites
	$(MVN) verify

crds: ## write crds/ from the API types, and what is made from it
	$(MVN) test -Dtest=CrdTest -Dcrds.write=true -Dspotless.check.skip=true
	$(MAKE) k8s

format: ## format the sources
	$(MVN) spotless:apply

image: $(image_tar) ## write the container image to target/laptimer-image.tar (BASE=, IMAGE=)

target/jre.tar: scripts/jre-base
	scripts/jre-base $@

# The same jars upon a Java 17 of this machine, to compare runtimes; without an AOT cache, which is for the operator.
# In the end-to-end tests only: empty leaves it out.
OTHER_RUNTIME ?= 17
other_image_tar := target/laptimer-other-image.tar
# Its name once it is made; jib-image.json names the first image also when that is made anew
other_image_of_tar = $$(sed 's/.*"image":"\([^"]*\)".*/\1/' target/jib-other-image.json)
other_image = $$(sed 's/.*"image":"\([^"]*\)".*/\1/' target/jib-image.json)-java$(OTHER_RUNTIME)

target/jre$(OTHER_RUNTIME).tar: scripts/jre-base
	RELEASE=$(OTHER_RUNTIME) scripts/jre-base $@

$(other_image_tar): $(image_tar) target/jre$(OTHER_RUNTIME).tar
	mkdir -p target/no-aot
	$(MVN) jib:buildTar -Djib.base=tar://$(CURDIR)/target/jre$(OTHER_RUNTIME).tar -Djib.aot=target/no-aot \
	  -Djib.to.image=$(other_image) -Djib.outputPaths.tar=$@ \
	  -Djib.outputPaths.imageJson=target/jib-other-image.json -Djib.outputPaths.imageId=target/jib-other-image.id \
	  -Djib.outputPaths.digest=target/jib-other-image.digest

# Twice jib: once to train the AOT cache on the very jars of the image, once with the cache in it.
$(image_tar): $(sources) $(if $(BASE),,target/jre.tar) $(if $(BASE)$(IMAGE),always) $(wildcard src/test/java/dev/laptimer/image/*.java) Makefile
	rm -rf target/aot && mkdir -p target/aot/app
	$(MVN) package -DskipTests dependency:build-classpath -Dmdep.outputFile=$(test_class_path) jib:buildTar $(if $(BASE),-Djib.base=$(BASE))
	$(call test_java,dev.laptimer.image.AotCache) $@ target/image target/aot/app/laptimer.aot
	$(MVN) jib:buildTar -Djib.to.image=$(or $(IMAGE),$(image_of_content)) $(if $(BASE),-Djib.base=$(BASE))
	$(MVN) surefire:test -Dgroups=image -DexcludedGroups=

footprint: $(image_tar) test-classes ## measure the operator's time to ready, memory and image size; fail when a limit is missed
	$(call test_java,dev.laptimer.image.Footprint) $(image_tar) target/image

# laptimer.test/laptimer:0.1.0-CHECKSUM: a cluster in which an older build is loaded takes the new one for another image
image_of_content = $$(sed 's/.*"image":"\([^"]*\)".*/\1/' target/jib-image.json)-$$(cat target/jib-image.id target/aot/app/laptimer.aot | sha256sum | cut -c1-12)

# Command that loads an image archive into all nodes of the cluster of KUBECONFIG
LOAD ?= kind load image-archive
# Namespace of the operator
NAMESPACE ?= laptimer-system
# Images of the servers: those of the test cluster, which can pull none. ENGINE_IMAGES= for the chart's defaults
ENGINE_IMAGES ?= redis=laptimer.test/redis:7.0.15 memcached=laptimer.test/memcached:1.6.18 \
  mongodb=laptimer.test/ferretdb:1.24.2 \
  galera=laptimer.test/mariadb:10.11 haproxy=laptimer.test/haproxy:2.6
# Another image with MariaDB, Galera and mariadb-backup, to which the end-to-end tests change a cluster. Empty: left out.
# That of the test cluster has the programs of all its images
OTHER_GALERA_IMAGE ?= laptimer.test/haproxy:2.6

k8s: test-classes ## make the plain manifests in k8s/ from the chart, and the chart's copies of crds/
	mkdir -p k8s helm/files/crds
	$(call test_java,dev.laptimer.chart.PlainManifests)

e2e-install: $(image_tar) $(if $(OTHER_RUNTIME),$(other_image_tar)) test-classes ## install the image and the chart into the cluster of KUBECONFIG (LOAD=, ENGINE_IMAGES=)
	@[ -n "$$KUBECONFIG" ] || { echo "make $@: set KUBECONFIG to the kubeconfig of a test cluster" >&2; exit 2; }
	$(LOAD) $(image_tar)
	$(if $(OTHER_RUNTIME),$(LOAD) $(other_image_tar))
	$(call test_java,-Dlaptimer.images="$(ENGINE_IMAGES)" dev.laptimer.e2e.Install) $(NAMESPACE)

e2e: e2e-install ## run the end-to-end tests on the cluster of KUBECONFIG, installing first (LOSE_NODE=, RESTORE_NODE=)
	OPERATOR_NAMESPACE=$(NAMESPACE) OTHER_GALERA_IMAGE=$(OTHER_GALERA_IMAGE) \
	  OTHER_RUNTIME_IMAGE=$(if $(OTHER_RUNTIME),$(other_image_of_tar)) scripts/e2e -Dlaptimer.images="$(ENGINE_IMAGES)"

# Rounds of make bench, and parts of names of the pairs to measure (empty: all), for instance PAIRS="redis-benchmark"
ROUNDS ?= 10
PAIRS ?=

bench: test-classes ## compare our clients with redis-benchmark, memaslap and bare loops, 15 minutes (ROUNDS=, PAIRS=)
	@$(call test_java,dev.laptimer.bench.Bench) $(ROUNDS) $(PAIRS)

test-classes:
	$(MVN) test-compile dependency:build-classpath -Dmdep.outputFile=$(test_class_path)

# A program of the test sources: $(call test_java,CLASS)
test_java = java -cp target/test-classes:target/classes:$$(cat $(test_class_path)) $(1)
